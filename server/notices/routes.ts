import { pageOf } from '../../db/page';
import { anyone, type Person, signedIn, staff } from '../accounts/policy';
import { paged } from '../contract/fields';
import { setListHeaders } from '../http/pagination';
import { limitByAddress } from '../http/rate-limit';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { receive } from './contact-request';
import {
  contact,
  contactUs,
  createReleaseNote,
  dismissReleaseNotes,
  listReleaseNotes,
  releaseNotes,
} from './contract';
import { allNotes, dismiss, noteCount, publish } from './release-note';
import { contactBody, createReleaseNoteBody } from './schema';

export default ({ services }: RouteDependencies): Routes => {
  const countRequest = limitByAddress(services, 'contact');
  return [
    route(contact, {
      body: contactBody,
      may: anyone,
      form: { page: '/contact_us', to: '/contact_us', notice: "Request sent! We'll reply by email." },
      status: 201,
      reply: async ({ viewer, body, req }) => {
        await countRequest(req);
        await receive(services, body.contact_us, viewer?.id ?? null, services.config.contactEmail);
        return {};
      },
    }),
    page('/contact_us', {
      may: anyone,
      ungated: true,
      title: 'Contact Us',
      footer: 'light',
      heading: 'hidden',
      view: 'pages/auth',
      locals: () => ({ side: 'contact' }),
      island: contactUs,
      props: ({ viewer }) => {
        const person = viewer as Person | null;
        return { name: person?.full_name ?? '', email: person?.email ?? '' };
      },
    }),
    route(createReleaseNote, {
      body: createReleaseNoteBody,
      may: staff,
      form: { page: '/admin/release_notes', to: '/admin/release_notes', notice: 'Release note published.' },
      status: 201,
      reply: ({ viewer, body }) => publish(services, body.release_notes, viewer),
    }),
    route(listReleaseNotes, {
      query: paged(),
      may: staff,
      reply: async ({ db, query, req, res }) => {
        const [release_notes, total] = await Promise.all([allNotes(db, pageOf(query)), noteCount(db)]);
        setListHeaders(req, res, query, total);
        return { release_notes };
      },
    }),
    route(dismissReleaseNotes, {
      may: signedIn,
      needs: null,
      retry: 'again',
      form: { notice: null },
      status: 200,
      reply: async ({ viewer }) => {
        await dismiss(services, viewer.id);
        return {};
      },
    }),
    page('/admin/release_notes', {
      may: staff,
      title: 'Release Notes',
      island: releaseNotes,
      props: async ({ db }) => ({ notes: await allNotes(db) }),
    }),
  ];
};
