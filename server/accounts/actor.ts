type Role = 'buyer' | 'seller' | 'staff' | 'provider' | 'system';

/** Who did something, as histories keep it; always called `by`. The system and the provider are no user. */
export interface Actor<Of extends Role = Role> {
  readonly actor: Of;
  readonly userId?: number | null | undefined;
}
