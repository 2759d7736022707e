export const MAX_WEBHOOKS = 10;

export const TOO_MANY_WEBHOOKS = `You can have up to ${MAX_WEBHOOKS} endpoints`;

export const NOT_PUBLIC = "This address can't be reached from the internet. Use a public https address.";

export const MAX_REPLAYED = 10_000;
