import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the Vercel project whose deployments are on screen. */
    'deployments.project': string
    /** Id of the deployment whose log is open, or that the keyboard is on. */
    'deployments.current': string
    /** Address of the site that it made. */
    'deployments.site': string
    /** Its page on Vercel. */
    'deployments.inspector': string
    /** Address of the commit that it was built from. */
    'deployments.commit': string
    /** The page on screen is not the newest one. */
    'deployments.isOlder': boolean
    /** The `until` of the next page, UNIX ms. */
    'deployments.next': number
    /** Why the user may not link projects, where only this bucket’s connection tells. */
    'deployments.linkRefusal': string
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'deployments.project',
    title: 'deployments are on screen',
    missing: 'Go to deployments first.',
  },
  {
    key: 'deployments.current',
    title: 'a deployment is current',
    missing: 'Move to a deployment first.',
  },
  {
    key: 'deployments.site',
    title: 'the current deployment has a site',
    missing: 'Move to a deployment with a site first.',
  },
  {
    key: 'deployments.inspector',
    title: 'the current deployment has a page on Vercel',
    missing: 'Move to a deployment first.',
  },
  {
    key: 'deployments.commit',
    title: 'the current deployment was built from a commit',
    missing: 'Move to a deployment of a commit first.',
  },
  {
    key: 'deployments.next',
    title: 'there are older deployments',
    missing: 'There are no older deployments.',
  },
  {
    key: 'deployments.isOlder',
    title: 'older deployments are on screen',
    missing: 'The newest deployments are on screen.',
  },
]
