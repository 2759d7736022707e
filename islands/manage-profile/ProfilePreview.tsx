import { ReadMore } from '../ui/disclosure';
import { Icon } from '../ui/icon';

interface Props {
  name: string;
  description: string;
  logo: string | null | undefined;
  banner: string | null | undefined;
}

/** The head of the storefront as buyers will see it, from the values in the form. */
export const ProfilePreview = ({ name, description, logo, banner }: Props) => (
  <aside className="profile-preview" aria-label="Preview">
    <p className="preview-title">
      <Icon name="eye" />
      Preview
    </p>
    <div className="preview-page">
      <div className="storefront-banner">
        {banner ? (
          <img src={banner} alt="" width={1200} height={300} referrerPolicy="no-referrer" />
        ) : (
          <span className="preview-empty">Your cover banner</span>
        )}
      </div>
      <div className="storefront-logo">
        {logo ? (
          <img src={logo} alt="" width={128} height={128} referrerPolicy="no-referrer" />
        ) : (
          <span aria-hidden="true">{name.trim().slice(0, 1) || <Icon name="image" />}</span>
        )}
      </div>
      <div className="storefront-text">
        <p className="preview-name">{name.trim() || <span className="muted">Your name</span>}</p>
        {description.trim() ? (
          <ReadMore lines={5}>
            <p>{description}</p>
          </ReadMore>
        ) : (
          <p className="muted">Your description</p>
        )}
      </div>
    </div>
    <p className="muted small">Buyers see this above your products. Changes appear once you save.</p>
  </aside>
);
