import type { CuratedSeller } from '../../server/sellers/contract';
import { followerCounts, MAX_DESCRIPTION } from '../../server/sellers/rules';
import { SelectField, TextField } from '../forms/field';
import { FormModal } from '../forms/form-modal';
import { ImageUpload } from '../forms/image-upload';
import { TextArea } from '../forms/text-area';
import { type Picture, useSellerForm } from './use-seller-form';

const followers = [
  { value: '', label: 'Unknown' },
  ...followerCounts.map((value) => ({ value, label: value })),
];

interface Props {
  /** null creates a seller. */
  seller: CuratedSeller | null;
  onSaved: (seller: CuratedSeller) => void;
  onClose: () => void;
}

const UNSAVED = { title: 'Close without saving this seller?', yes: 'Close Without Saving' };

/** Staff's form of a seller, with laxer rules than the profile form. */
export function SellerEditor({ seller, onSaved, onClose }: Props) {
  const { form, logo, banner, saved } = useSellerForm(seller, onSaved);
  return (
    <FormModal
      title={seller ? `Edit ${seller.name}` : 'New seller'}
      confirm={seller ? 'Save' : 'Create Seller'}
      keep={seller && !form.dirty ? 'Close' : 'Cancel'}
      size="medium"
      form={form}
      disabled={!form.ready || logo.busy || banner.busy}
      unsaved={form.dirty && UNSAVED}
      status={saved ? 'Saved.' : ''}
      onClose={onClose}
    >
      <TextField label="Name" {...form.field('name')} />
      <TextArea label="Description" rows={3} most={MAX_DESCRIPTION} {...form.field('description')} />
      <div className="field-row">
        <PictureField label="Logo" name="logo" shape="square" hint="400 × 400" picture={logo} />
        <PictureField label="Cover banner" name="banner" shape="banner" hint="1165 × 300" picture={banner} />
      </div>
      <div className="field-row">
        <TextField label="TikTok handle" {...form.field('tiktok_handle')} optional />
        <SelectField label="TikTok followers" {...form.field('tiktok_count')} options={followers} />
      </div>
      <div className="field-row">
        <TextField label="Instagram handle" {...form.field('insta_handle')} optional />
        <SelectField label="Instagram followers" {...form.field('instagram_count')} options={followers} />
      </div>
    </FormModal>
  );
}

interface PictureFieldProps {
  label: string;
  name: string;
  hint: string;
  shape: 'square' | 'banner';
  picture: Picture;
}

const PictureField = ({ picture, ...field }: PictureFieldProps) => (
  <ImageUpload
    {...field}
    preview={picture.preview}
    busy={picture.busy}
    error={picture.fault}
    onFile={(file) => void picture.take(file)}
    onRemove={picture.remove}
  />
);
