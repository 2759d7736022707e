import type { ApiKeyDocument } from '../../server/accounts/keys/contract';

interface Props {
  keys: readonly ApiKeyDocument[];
}

export const ApiKeys = ({ keys }: Props) => (
  <section className="section">
    <div className="section-head">
      <h2>{`API keys (${keys.length})`}</h2>
    </div>
    {keys.length === 0 && (
      <p className="muted">No API keys yet. A key lets your ERP or store act under its own name.</p>
    )}
  </section>
);
