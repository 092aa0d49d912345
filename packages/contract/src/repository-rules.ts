import type { FieldRule } from './field-rules.ts'

/** Longest name of a branch, in UTF-8 bytes: the space that a file system leaves below `.git/refs/heads`. */
export const MAX_BRANCH_BYTES = 244
/** Maximum length of a repository’s address, in characters. */
export const MAX_ADDRESS = 2000

/** `git@github.com:owner/name.git` */
const SCP = /^[\w.-]+@([\w.-]+):(?!\/\/)\/?(.+)$/
const CLONE_PROTOCOLS: readonly string[] = ['ssh:', 'git+ssh:', 'git:']
const WITHOUT_PROTOCOL = /^[\w-]+(\.[\w-]+)+\/\S/

/** Hosts where a repository is `owner/name`. The rest of the path belongs to a page of the repository. */
const OWNER_AND_NAME: readonly string[] = ['github.com', 'bitbucket.org']

/** The web address of a repository, or an error message to put after the name of the field. */
export type ReadAddress = { readonly url: string } | { readonly problem: string }

/**
 * Parses the web address of a repository from pasted text: a page of the repository, or an address to clone it from
 * over https or ssh.
 */
export function readRepositoryAddress(text: string): ReadAddress {
  const url = parse(text.trim())
  if (url?.protocol !== 'https:') {
    return { problem: 'must begin with https://, or be an ssh address to clone from' }
  }
  if (url.search || url.hash) return { problem: 'must not have a ? or #' }
  const isClone = url.pathname.endsWith('.git')
  // Bitbucket puts the user name before the host of its clone addresses. A password is never dropped silently.
  if (url.password || (url.username && !isClone)) {
    return { problem: 'must not have a user name or password' }
  }
  const path = pathOf(url)
  const needed = OWNER_AND_NAME.includes(url.hostname) ? 2 : 1
  if (path.length < needed) {
    return { problem: 'must name a repository, as in https://github.com/owner/name' }
  }
  return { url: `https://${url.host}/${path.join('/')}` }
}

function parse(typed: string): URL | undefined {
  const scp = SCP.exec(typed)
  if (scp) return parse(`https://${scp[1]}/${scp[2]}`)
  if (WITHOUT_PROTOCOL.test(typed)) return parse(`https://${typed}`)
  if (!URL.canParse(typed)) return undefined
  const url = new URL(typed)
  if (!CLONE_PROTOCOLS.includes(url.protocol) || !url.hostname) return url
  // The port is for ssh only.
  return parse(`https://${url.hostname}${url.pathname}${url.search}${url.hash}`)
}

function pathOf({ hostname, pathname }: URL): string[] {
  // GitLab puts its pages behind `/-/`.
  const [whole = ''] = pathname.replace(/\/+$/, '').split('/-/')
  const path = whole
    .replace(/\.git$/, '')
    .split('/')
    .filter(Boolean)
  return OWNER_AND_NAME.includes(hostname) ? path.slice(0, 2) : path
}

/** Returns the `owner/name` of a web address. */
export function nameInAddress(url: string): string {
  const path = new URL(url).pathname.slice(1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The address of a Git repository, over HTTPS or SSH. */
export const repositoryAddress: FieldRule = (path, text) => {
  const read = readRepositoryAddress(text)
  return 'problem' in read ? `${path} ${read.problem}` : undefined
}

/** Git's rules for the name of a branch (`git check-ref-format --branch`), in the order of its manual. */
const BRANCH_RULES: readonly (readonly [RegExp, string])[] = [
  [/(^|\/)\./, 'must not have a part that begins with a dot'],
  [/\.lock(\/|$)/, 'must not have a part that ends with .lock'],
  [/\.\./, 'must not have two dots in a row'],
  [/[\p{Cc} ~^:?*[\\]/u, 'must not have spaces, control characters or any of ~ ^ : ? * [ \\'],
  [/^\/|\/$|\/\//, 'must not begin or end with a slash, or have two in a row'],
  [/\.$/, 'must not end with a dot'],
  [/@\{/, 'must not have @{'],
  [/^@$/, 'must not be @'],
  [/^-/, 'must not begin with a hyphen'],
  [/^HEAD$/, 'must not be HEAD'],
]

/** A branch name that git accepts. */
export const branchName: FieldRule = (path, name) => {
  if (name === '') return `${path} is a required field`
  if (new TextEncoder().encode(name).length > MAX_BRANCH_BYTES) {
    return `${path} must be at most ${MAX_BRANCH_BYTES} bytes`
  }
  const broken = BRANCH_RULES.find(([pattern]) => pattern.test(name))
  return broken && `${path} ${broken[1]}`
}

/** The address of a site, which may be empty. */
export const siteAddress: FieldRule = (path, text) => {
  if (text === '') return undefined
  if (text.length > MAX_ADDRESS) return `${path} must be at most ${MAX_ADDRESS} characters`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    return `${path} must begin with https:// or http://`
  }
  const isPlain = !url.username && !url.password && !url.hash
  return isPlain ? undefined : `${path} must not have a user name, a password or a #`
}
