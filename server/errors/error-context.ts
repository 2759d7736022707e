export interface ErrorContext {
  readonly requestId?: string;
  /** The pattern of the route, never an address. */
  readonly route?: string;
  readonly userId?: number;
  readonly job?: string;
  readonly jobId?: string;
  readonly island?: string;
}
