import { useEffect, useState } from 'react';
import { followerCounts, MAX_DESCRIPTION } from '../../server/sellers/contract';
import {
  type CuratedSeller,
  createSeller,
  curatedSellerForm,
  updateCuratedSeller,
} from '../../server/sellers/curation-contract';
import { call } from '../browser/api';
import { useForm } from '../forms/form';
import { ImageUpload } from '../forms/image-upload';
import { SelectField, TextArea, TextField } from '../forms/text-field';
import { useImageUpload } from '../forms/use-image-upload';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

const SUCCESS_MS = 2_000;

const followers = [
  { value: '', label: 'Not known' },
  ...followerCounts.map((value) => ({ value, label: value })),
];

interface Props {
  /** null creates a seller. */
  seller: CuratedSeller | null;
  onSaved: (seller: CuratedSeller) => void;
  onClose: () => void;
}

const text = (value: string | null | undefined) => value ?? '';

/** Staff's form of a seller, with laxer rules than the profile form. */
export function SellerEditor({ seller, onSaved, onClose }: Props) {
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [saved]);
  const form = useForm({
    schema: curatedSellerForm,
    initial: {
      name: text(seller?.name),
      description: text(seller?.description),
      logo: text(seller?.logo),
      banner: text(seller?.banner),
      tiktok_handle: text(seller?.tiktok_handle),
      tiktok_count: text(seller?.tiktok_count),
      insta_handle: text(seller?.insta_handle),
      instagram_count: text(seller?.instagram_count),
    },
    submit: async (values) => {
      const answer = seller
        ? await call(updateCuratedSeller, { id: seller.id }, { seller: values })
        : await call(createSeller, {}, { seller: values });
      form.resetForm({
        values: { ...values, logo: text(answer.logo), banner: text(answer.banner) },
      });
      setSaved(true);
      onSaved(answer);
    },
  });
  const logo = useImageUpload((key) => void form.setFieldValue('logo', key));
  const banner = useImageUpload((key) => void form.setFieldValue('banner', key));
  const select = (name: 'tiktok_count' | 'instagram_count', label: string) => (
    <SelectField
      label={label}
      name={name}
      value={form.values[name] ?? ''}
      onChange={(value) => void form.setFieldValue(name, value)}
      options={followers}
    />
  );
  return (
    <Modal title={seller ? `Edit ${seller.name}` : 'New seller'} open onClose={onClose} size="large">
      <form className="form profile-form" noValidate onSubmit={form.onSubmit}>
        <TextField label="Name" {...form.field('name')} />
        <TextArea label="Description" rows={5} most={MAX_DESCRIPTION} {...form.field('description')} />
        <div className="field-row">
          <ImageUpload
            label="Logo"
            name="logo"
            hint="400 × 400"
            preview={logo.preview ?? (form.values.logo || null)}
            busy={logo.busy}
            error={logo.fault}
            onFile={(file) => void logo.take(file)}
            onRemove={() => {
              logo.drop();
              void form.setFieldValue('logo', '');
            }}
          />
          <ImageUpload
            label="Cover banner"
            name="banner"
            shape="banner"
            hint="1165 × 300"
            preview={banner.preview ?? (form.values.banner || null)}
            busy={banner.busy}
            error={banner.fault}
            onFile={(file) => void banner.take(file)}
            onRemove={() => {
              banner.drop();
              void form.setFieldValue('banner', '');
            }}
          />
        </div>
        <div className="field-row">
          <TextField label="TikTok handle" {...form.field('tiktok_handle')} optional />
          {select('tiktok_count', 'TikTok followers')}
        </div>
        <div className="field-row">
          <TextField label="Instagram handle" {...form.field('insta_handle')} optional />
          {select('instagram_count', 'Instagram followers')}
        </div>
        {form.error && (
          <p className="form-error" role="alert">
            {form.error}
          </p>
        )}
        <div className="button-row">
          <Button
            type="submit"
            tone="primary"
            busy={form.isSubmitting}
            disabled={!form.ready || logo.busy || banner.busy}
          >
            {seller ? 'Save' : 'Create seller'}
          </Button>
          <span role="status" className="small">
            {saved && 'Saved.'}
          </span>
        </div>
      </form>
    </Modal>
  );
}
