declare module 'trix' {
  const Trix: {
    config: { blockAttributes: Record<string, { tagName: string }> };
  };
  export default Trix;
}
