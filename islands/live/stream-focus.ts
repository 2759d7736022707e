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
  await frame();
  await frame();
  if (id && document.activeElement === document.body) document.getElementById(id)?.focus();
}

// Turbo restores the focus one frame after a stream message, even if the user has moved on. This restores
// it only if the message removed the focused element.
export function leaveFocusAlone(renderer: Renderer) {
  renderer.render = (message) => void render(message);
}
