import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['bucket:settings']) }
const onPage = {
  ...facts,
  'route.id': 'deployments.list',
  'deployments.project': 'prj_journal',
  'deployments.current': 'dpl_one',
  'deployments.site': 'https://journal.vercel.app',
  'deployments.inspector': 'https://vercel.com/harbour/journal/dpl_one',
  'deployments.commit': 'https://github.com/harbour/journal/commit/4f3c2b1',
  'deployments.next': 1,
  'deployments.isOlder': true,
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'go to deployments', expect: 'deployments.nav.go', facts },
  { query: 'deployments', expect: 'deployments.nav.go', facts },
  { query: 'deployments settings', expect: 'deployments.open-deployments-settings', facts },
  { query: 'open deployed site', expect: 'deployments.open-site', facts: onPage },
  { query: 'visit site', expect: 'deployments.open-site', facts },
  { query: 'copy site address', expect: 'deployments.copy-address', facts: onPage },
  { query: 'build log', expect: 'deployments.show-log', facts: onPage },
  { query: 'open deployment on vercel', expect: 'deployments.open-inspector', facts: onPage },
  { query: 'commit of deployment', expect: 'deployments.open-commit', facts: onPage },
  { query: 'production site', expect: 'deployments.open-production', facts },
  { query: 'switch vercel project', expect: 'deployments.show-project', facts },
  { query: 'older deployments', expect: 'deployments.show-older', facts: onPage },
  { query: 'newest deployments', expect: 'deployments.show-newest', facts: onPage },
  { query: 'connect vercel', expect: 'deployments.connect', facts },
  { query: 'disconnect vercel', expect: 'deployments.disconnect', facts },
  { query: 'link vercel project', expect: 'deployments.link', facts },
  { query: 'unlink vercel', expect: 'deployments.unlink', facts },
]
