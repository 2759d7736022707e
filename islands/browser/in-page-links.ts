/** Leaves links within the page to the browser: Turbo would load the page again and lose the place. */
export function leaveInPageLinks() {
  document.addEventListener('turbo:click', (event) => {
    const { url } = (event as CustomEvent<{ url: string }>).detail;
    const [page, fragment] = url.split('#');
    if (fragment && page === location.href.split('#', 1)[0]) event.preventDefault();
  });
}
