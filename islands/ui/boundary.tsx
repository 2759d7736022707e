import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Called once the island is hydrated and handles events. */
  onReady?: () => void;
}

/** Limits a rendering error to its island. */
export class Boundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidMount() {
    this.props.onReady?.();
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
