import { Component, type ReactNode } from 'react';

/** A crash in an island shows in its place alone. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className="notice red" role="alert">
        <div>
          <strong>Unexpected Application Error!</strong>
          <p>{error instanceof Error ? error.message : String(error)}</p>
        </div>
      </div>
    );
  }
}
