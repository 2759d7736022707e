export type Read = { readonly value: unknown } | { readonly fault: string };

export const value = (read: unknown): Read => ({ value: read });
export const fault = (message: string): Read => ({ fault: message });
