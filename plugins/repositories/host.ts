/** Where a repository is kept, and how its pages are addressed there. */
export interface Host {
  readonly name: string
  readonly icon: string
  /** The page of a branch; left out where no one knows how the host addresses it. */
  branchPage?(url: string, branch: string): string
}

/** Slashes are not encoded. */
const inPath = (branch: string) => branch.split('/').map(encodeURIComponent).join('/')

const github: Host = {
  name: 'GitHub',
  icon: 'github',
  branchPage: (url, branch) => `${url}/tree/${inPath(branch)}`,
}
const gitlab: Host = {
  name: 'GitLab',
  icon: 'gitlab',
  branchPage: (url, branch) => `${url}/-/tree/${inPath(branch)}`,
}
const bitbucket: Host = {
  name: 'Bitbucket',
  icon: 'git-branch',
  // A slash in the branch is encoded: what followed it would be a path within the branch.
  branchPage: (url, branch) => `${url}/src/${encodeURIComponent(branch)}`,
}

/** The host of a web address: one of the three, also where an organization runs its own, or the name in the address. */
export function hostOf(url: string): Host {
  const { hostname, host } = new URL(url)
  if (hostname === 'github.com' || hostname.startsWith('github.')) return github
  if (hostname === 'gitlab.com' || hostname.startsWith('gitlab.')) return gitlab
  if (hostname === 'bitbucket.org') return bitbucket
  return { name: host, icon: 'globe' }
}

/** The address for `git clone`. */
export const cloneAddress = (url: string): string => `${url}.git`

/** A site as lists show it: `next.lamp.test/base`. */
export const formatSite = (site: string): string =>
  site.replace(/^https?:\/\//i, '').replace(/\/$/, '')

/** Why the page of a branch cannot be opened, if so. */
export const whyNoBranchPage = (url: string): string | undefined => {
  const { name, branchPage } = hostOf(url)
  return branchPage
    ? undefined
    : `How ${name} addresses a branch is not known. Open the repository.`
}
