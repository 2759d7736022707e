import TopNav from './index';

/** The bar of staff with alternate routes, also where its element says nothing. */
export default function AlternateTopNav({ path }: { path?: string }) {
  return <TopNav {...(path !== undefined && { path })} links="alternate" />;
}
