interface Message {
  readonly fragment: DocumentFragment;
}

interface Renderer {
  render(message: Message): void;
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

async function render({ fragment }: Message) {
  const id = document.activeElement?.id;
  document.documentElement.appendChild(fragment);
  // Its actions are done with the next frame.
  await frame();
  await frame();
  if (id && document.activeElement === document.body) document.getElementById(id)?.focus();
}

/**
 * Turbo renders a message and a frame later puts the focus back where it was, also where somebody has gone on to the
 * next field meanwhile: what they type lands in the wrong one. Only a focus that the message took away is put back.
 */
export function leaveFocusAlone(renderer: Renderer) {
  renderer.render = (message) => void render(message);
}
