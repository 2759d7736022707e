import { useFavorite } from '../browser/favorite-ids';
import { Icon } from '../ui/icon';

interface Props {
  product: { id: number; name: string };
}

export function FavoriteButton({ product: { id, name } }: Props) {
  const { saved, toggle } = useFavorite(id);
  if (saved === null) return null;
  return (
    <button
      type="button"
      className="favorite"
      aria-pressed={saved}
      aria-label={`Save ${name}`}
      title={saved ? 'Remove from favorites' : 'Save to favorites'}
      onClick={() => void toggle()}
    >
      <Icon name="heart" />
    </button>
  );
}
