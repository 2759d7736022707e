import { useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import { contact, type contactUs } from '../../server/notices/contract';
import { contactForm } from '../../server/notices/schema';
import { call } from '../browser/api';
import { useUnsaved, visit } from '../browser/navigation';
import { AuthForm } from '../forms/auth-form';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { TextArea } from '../forms/text-area';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

export default function ContactUs({ name = '', email = '' }: PropsOf<typeof contactUs>) {
  const [sent, setSent] = useState(false);
  const form = useForm({
    schema: contactForm,
    initial: { name, email, subject: '', message: '' },
    submit: async (contact_us) => {
      await call(contact, {}, { contact_us });
      setSent(true);
    },
  });
  useUnsaved(form.dirty && !form.isSubmitting && !sent);
  return (
    <>
      <AuthForm
        title="Contact Us"
        lede="We usually reply within a day. Include the number of an offer or order, like OF-100042."
        form={form}
        native={{ action: contact.path, root: 'contact_us' }}
        submit="Send Message"
        reason="Fill in every field to send your message."
        wide
      >
        <TextField label="Name" autoComplete="name" {...form.field('name')} />
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        <TextField label="Subject" {...form.field('subject')} />
        <TextArea label="Message" rows={6} {...form.field('message')} />
      </AuthForm>
      <SentDialog open={sent} />
    </>
  );
}

function SentDialog({ open }: { open: boolean }) {
  const home = () => visit('/');
  return (
    <Modal
      title="Request sent!"
      open={open}
      onClose={home}
      size="small"
      footer={
        <Button tone="primary" onClick={home}>
          Back Home
        </Button>
      }
    >
      <p>Thanks. We'll reply by email.</p>
    </Modal>
  );
}
