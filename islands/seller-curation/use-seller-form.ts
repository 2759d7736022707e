import { useEffect, useState } from 'react';
import { type CuratedSeller, createSeller, updateCuratedSeller } from '../../server/sellers/contract';
import { curatedSellerForm } from '../../server/sellers/curation-schema';
import { call } from '../browser/api';
import { useForm } from '../forms/form';
import { useImageUpload } from '../forms/image-upload';

const SUCCESS_MS = 2_000;

const text = (value: string | null | undefined) => value ?? '';

const valuesOf = (seller: CuratedSeller | null) => ({
  name: text(seller?.name),
  description: text(seller?.description),
  logo: text(seller?.logo),
  banner: text(seller?.banner),
  tiktok_handle: text(seller?.tiktok_handle),
  tiktok_count: text(seller?.tiktok_count),
  insta_handle: text(seller?.insta_handle),
  instagram_count: text(seller?.instagram_count),
});

/** Creates the seller, or updates the given one. */
export function useSellerForm(seller: CuratedSeller | null, onSaved: (seller: CuratedSeller) => void) {
  const [saved, showSaved] = useSuccess();
  const form = useForm({
    schema: curatedSellerForm,
    initial: valuesOf(seller),
    submit: async (values) => {
      const answer = seller
        ? await call(updateCuratedSeller, { id: seller.id }, { seller: values })
        : await call(createSeller, {}, { seller: values });
      form.resetForm({ values: { ...values, logo: text(answer.logo), banner: text(answer.banner) } });
      showSaved();
      onSaved(answer);
    },
  });
  const { values } = form;
  const logo = usePicture(values.logo, (key) => void form.setFieldValue('logo', key));
  const banner = usePicture(values.banner, (key) => void form.setFieldValue('banner', key));
  return { form, logo, banner, saved };
}

function useSuccess() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setShown(false), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return [isShown, () => setShown(true)] as const;
}

/** A picture's value is its address or the key of an upload. */
function usePicture(value: string | undefined, onValue: (value: string) => void) {
  const file = useImageUpload(onValue);
  return {
    ...file,
    preview: file.preview ?? (value || null),
    remove() {
      file.drop();
      onValue('');
    },
  };
}

export type Picture = ReturnType<typeof usePicture>;
