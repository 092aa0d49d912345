/** The host of repositories, with the addresses of its pages. */
export interface Host {
  readonly name: string
  readonly icon: string
  /** Returns the page of a branch; missing if the host's addresses are unknown. */
  branchPage?(url: string, branch: string): string
}

/** Encodes a branch for a path, except its slashes. */
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
  // Slashes in the branch are encoded, because anything after one would count as a path within the branch.
  branchPage: (url, branch) => `${url}/src/${encodeURIComponent(branch)}`,
}

/** Returns the host of a web address: one of the three, even if self-hosted, or the host name in the address. */
export function hostOf(url: string): Host {
  const { hostname, host } = new URL(url)
  if (hostname === 'github.com' || hostname.startsWith('github.')) return github
  if (hostname === 'gitlab.com' || hostname.startsWith('gitlab.')) return gitlab
  if (hostname === 'bitbucket.org') return bitbucket
  return { name: host, icon: 'globe' }
}

/** Returns the address for `git clone`. */
export const cloneAddress = (url: string): string => `${url}.git`

/** Formats a site for lists: `next.lamp.test/base`. */
export const formatSite = (site: string): string =>
  site.replace(/^https?:\/\//i, '').replace(/\/$/, '')

/** Returns why the page of a branch cannot be opened; undefined if it can. */
export const whyNoBranchPage = (url: string): string | undefined => {
  const { name, branchPage } = hostOf(url)
  return branchPage
    ? undefined
    : `How ${name} addresses a branch is not known. Open the repository.`
}
