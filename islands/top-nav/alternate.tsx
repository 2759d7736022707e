import TopNav from './index';

export default function AlternateTopNav({ path }: { path?: string }) {
  return <TopNav {...(path !== undefined && { path })} links="alternate" />;
}
