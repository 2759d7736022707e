import { useState } from 'react';
import { notify } from '../browser/alerts';
import { Button } from '../ui/button';
import { Disclosure, ReadMore } from '../ui/disclosure';
import { Drawer } from '../ui/drawer';
import { Empty } from '../ui/empty';
import { Failed, Notice, Skeleton } from '../ui/feedback';
import { ConfirmDialog, Modal } from '../ui/modal';
import { Meter, Progress } from '../ui/progress';
import { SegmentedControl } from '../ui/segmented';
import { TabPanel, Tabs } from '../ui/tabs';
import { Section } from './Section';

const text = 'Insulated steel with a lid that closes tight. '.repeat(12);

export const Messages = () => (
  <>
    <Notices />
    <Dialogs />
    <TabsAndDisclosures />
    <Waiting />
  </>
);

const Notices = () => (
  <Section title="Notices and toasts">
    <Notice title="Two products are not published">
      They will be published once your profile is complete.
    </Notice>
    <Notice tone="yellow">The price changed from $4.50 to $4.20.</Notice>
    <Notice tone="green">Saved.</Notice>
    <Notice tone="red" title="There was an error!" action={<Button size="small">Try Again</Button>}>
      The offer could not be sent.
    </Notice>
    <div className="row">
      <Button onClick={() => notify('success', 'Profile saved')}>Success toast</Button>
      <Button onClick={() => notify('error', 'Oops, something went wrong.')}>Error toast</Button>
      <Button
        onClick={() =>
          notify('success', 'Success! View offer in My Offers.', {
            text: 'My Offers',
            href: '/my_offers',
          })
        }
      >
        Toast with a link
      </Button>
    </div>
  </Section>
);

function Dialogs() {
  const [open, setOpen] = useState<'modal' | 'confirm' | 'drawer' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Dialogs">
      <div className="row">
        <Button onClick={() => setOpen('modal')}>Open a dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Ask first</Button>
        <Button onClick={() => setOpen('drawer')}>Open the drawer</Button>
      </div>
      <Modal
        title="There was an error!"
        open={open === 'modal'}
        onClose={close}
        footer={<Button onClick={close}>Back to Offers</Button>}
      >
        <p>{text}</p>
      </Modal>
      <ConfirmDialog
        title="Delete Blue Mug?"
        open={open === 'confirm'}
        danger
        confirmLabel="Delete"
        onConfirm={close}
        onCancel={close}
      >
        It will be removed from your storefront.
      </ConfirmDialog>
      <Drawer title="Your items" open={open === 'drawer'} onClose={close} autoClose={5000}>
        <p>{text}</p>
      </Drawer>
    </Section>
  );
}

const VIEWS = [
  { value: 'cards', label: 'Cards', icon: 'grid' },
  { value: 'table', label: 'Table', icon: 'list' },
] as const;

function TabsAndDisclosures() {
  const [tab, setTab] = useState('needs');
  const [view, setView] = useState<'cards' | 'table'>('cards');
  return (
    <Section title="Tabs and disclosures">
      <Tabs
        label="Offers"
        idBase="demo"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'needs', label: 'Needs your response', count: 2, alert: true },
          { id: 'waiting', label: 'Waiting', count: 5 },
          { id: 'closed', label: 'Closed' },
        ]}
      />
      <SegmentedControl label="View" choices={VIEWS} value={view} onChange={setView} />
      {['needs', 'waiting', 'closed'].map((id) => (
        <TabPanel key={id} idBase="demo" id={id} active={tab === id}>
          <p>This is “{id}”.</p>
        </TabPanel>
      ))}
      <Disclosure title="Product Details" count={4} open level={3}>
        <p>{text}</p>
      </Disclosure>
      <Disclosure title="About Seller" level={3}>
        <p>{text}</p>
      </Disclosure>
      <ReadMore lines={3}>
        <p>{text}</p>
      </ReadMore>
    </Section>
  );
}

const Waiting = () => (
  <Section title="Loading and empty states">
    <Progress label="Importing" value={42} />
    <Progress label="Preparing" value={null} />
    <Meter label="Share of the largest" value={42} max={100} />
    <Skeleton shape="rows" count={2} label="Loading orders" />
    <Skeleton shape="cards" count={4} label="Loading products" />
    <Empty title="You don't have any offers yet." action={<Button href="/all_products">All Products</Button>}>
      Offers you send appear here.
    </Empty>
    <Failed onRetry={() => {}}>The orders could not be loaded.</Failed>
  </Section>
);
