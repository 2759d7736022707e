import { dollars } from '../../server/contract/money';
import type { SellerProfile } from '../../server/sellers/contract';
import { Button } from '../ui/button';
import { ReadMore } from '../ui/disclosure';
import { Icon } from '../ui/icon';
import { Photo } from '../ui/thumb';

interface StorefrontHeadProps {
  seller: SellerProfile;
  /** Shows links to the editor. */
  isOwner: boolean;
}

const EDITOR = '/dashboard/manage_profile';

export function StorefrontHead({ seller, isOwner }: StorefrontHeadProps) {
  return (
    <header className="storefront-head">
      <div className="storefront-banner">
        <Photo src={seller.banner_url} alt="" width={1200} height={300}>
          {null}
        </Photo>
        {isOwner && (
          <Button href={EDITOR} size="small" icon="edit">
            Edit Banner
          </Button>
        )}
      </div>
      <div className="storefront-logo">
        <Photo src={seller.logo_url} alt="" width={128} height={128}>
          <span aria-hidden="true">{seller.name.slice(0, 1)}</span>
        </Photo>
        {isOwner && (
          <a className="button icon-only small" href={EDITOR} aria-label="Edit logo">
            <Icon name="edit" />
          </a>
        )}
      </div>
      <div className="storefront-text">
        <h1>{seller.name}</h1>
        {seller.description && (
          <ReadMore lines={5}>
            <p>{seller.description}</p>
          </ReadMore>
        )}
        {typeof seller.min_order_cents === 'number' && (
          <p className="muted">Minimum order {dollars(seller.min_order_cents)}</p>
        )}
        <Social seller={seller} />
      </div>
    </header>
  );
}

function Social({ seller }: { seller: SellerProfile }) {
  const handles = [
    {
      site: 'Instagram',
      root: 'https://www.instagram.com/',
      handle: seller.insta_handle,
      count: seller.instagram_count,
    },
    {
      site: 'TikTok',
      root: 'https://www.tiktok.com/@',
      handle: seller.tiktok_handle,
      count: seller.tiktok_count,
    },
  ].filter(({ handle }) => handle);
  if (handles.length === 0) return null;
  return (
    <ul className="social">
      {handles.map(({ site, root, handle, count }) => (
        <li key={site}>
          {site}{' '}
          <a
            href={root + encodeURIComponent(handle?.replace(/^@/, '') ?? '')}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            @{handle?.replace(/^@/, '')}
          </a>
          {count && ` · ${count} followers`}
        </li>
      ))}
    </ul>
  );
}
