import TopNav from './index';

/** The bar of staff with alternate routes, also for an element without props. */
export default function AlternateTopNav({ path }: { path?: string }) {
  return <TopNav {...(path !== undefined && { path })} links="alternate" />;
}
