import type { Cents } from '../../server/contract/money';
import { type SellerProfile, updateSeller } from '../../server/sellers/contract';
import { MAX_DESCRIPTION } from '../../server/sellers/rules';
import { sellerProfileForm } from '../../server/sellers/schema';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useUnsaved } from '../browser/navigation';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { ImageUpload, useImageUpload } from '../forms/image-upload';
import { MoneyField } from '../forms/number-fields';
import { SaveBar } from '../forms/save-bar';
import { TextArea } from '../forms/text-area';
import { ProfilePreview } from './ProfilePreview';
import { reasonNotToSave } from './reason';

interface Props {
  seller: SellerProfile;
  onSaved: (saved: SellerProfile) => void;
}

const valuesOf = ({ logo, banner, name, description, min_order_cents }: SellerProfile) => ({
  logo: logo ?? '',
  banner: banner ?? '',
  name,
  description,
  min_order_cents: min_order_cents ?? undefined,
});

function useProfileForm({ seller, onSaved }: Props) {
  const form = useForm({
    schema: sellerProfileForm,
    initial: valuesOf(seller),
    submit: async ({ banner, min_order_cents = null, ...values }) => {
      const input = { ...values, banner: banner || null, min_order_cents };
      const saved = await call(updateSeller, {}, { seller: input });
      form.resetForm({ values: valuesOf(saved) });
      leave();
      notify('success', 'Profile saved.');
      onSaved(saved);
    },
  });
  const leave = useUnsaved(form.dirty && !form.isSubmitting);
  return form;
}

const MinimumOrder = ({ form }: { form: ReturnType<typeof useProfileForm> }) => (
  <MoneyField
    label="Minimum order"
    name="min_order_cents"
    optional
    hint="The smallest order you accept from a buyer, in dollars, without freight. Counteroffers may go below it."
    cents={(form.values.min_order_cents ?? null) as Cents | null}
    onCents={(value) => void form.setFieldValue('min_order_cents', value ?? undefined)}
    onBlur={() => void form.setFieldTouched('min_order_cents', true)}
    error={form.field('min_order_cents').error}
  />
);

export function ProfileForm(props: Props) {
  const form = useProfileForm(props);
  const logo = useImageUpload((key) => void form.setFieldValue('logo', key));
  const banner = useImageUpload((key) => void form.setFieldValue('banner', key));
  const isStored = (value: string | undefined) => value && !value.startsWith('uploads/');
  const shown = (value: string | undefined) => (isStored(value) ? value : null);
  const uploading = logo.busy || banner.busy;

  const logoPicture = logo.preview ?? shown(form.values.logo);
  const bannerPicture = banner.preview ?? shown(form.values.banner);

  return (
    <form noValidate onSubmit={form.onSubmit}>
      <div className="profile-layout">
        <div className="form profile-form">
          <ImageUpload
            label="Logo"
            name="logo"
            hint="Recommended: 512 × 512 pixels, under 35 MB."
            preview={logoPicture}
            busy={logo.busy}
            error={logo.fault ?? form.field('logo').error}
            onFile={logo.take}
          />
          <TextField label="Name" autoComplete="organization" {...form.field('name')} />
          <TextArea
            label="Description"
            rows={6}
            most={MAX_DESCRIPTION}
            hint="Describe what you sell and what buyers should know about you."
            {...form.field('description')}
            error={
              // The length error shows while typing, "Required" after the field loses focus.
              form.values.description.length > MAX_DESCRIPTION
                ? form.errors.description
                : form.field('description').error
            }
          />
          <MinimumOrder form={form} />
          <ImageUpload
            label="Cover banner"
            name="banner"
            optional
            shape="banner"
            hint="Recommended: 1200 × 300 pixels. Phones show the center."
            preview={bannerPicture}
            busy={banner.busy}
            error={banner.fault ?? form.field('banner').error}
            onFile={banner.take}
            onRemove={() => {
              banner.drop();
              void form.setFieldValue('banner', '');
            }}
          />
        </div>
        <ProfilePreview {...form.values} logo={logoPicture} banner={bannerPicture} />
      </div>
      <SaveBar
        form={form}
        error={form.error}
        disabled={!form.ready || uploading}
        reason={reasonNotToSave(form, uploading)}
      >
        Save Profile Settings
      </SaveBar>
    </form>
  );
}
