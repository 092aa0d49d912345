import { stripVTControlCharacters } from 'node:util'

import {
  type Deployment,
  type deploymentStates,
  type LogLine,
  logLineTypes,
  MAX_LOG_LINES,
} from '@typecase/contract/deployments'

/**
 * Converts responses of Vercel to types of the contract. They are external data: each field is checked before use, and
 * a value in an undocumented form becomes undefined as a whole.
 */

export interface VercelProject {
  readonly project_id: string
  readonly title: string
}

export interface DeploymentPage {
  readonly deployments: Deployment[]
  /** The `until` of the next page, UNIX ms; null on the last one. */
  readonly next: number | null
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

/** Returns the first of these fields that contains a text. */
function textIn(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** Returns the first of these fields that contains a time, UNIX ms. */
function timeIn(fields: Fields, ...names: string[]): number | null {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'number' && Math.abs(value) <= LAST_TIME) return value
  }
  return null
}
/** The latest time of a `Date`, UNIX ms. */
const LAST_TIME = 8.64e15

const isoOf = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()

export function toProject(answer: unknown): VercelProject | undefined {
  const fields = fieldsOf(answer)
  const [id, title] = [textIn(fields, 'id'), textIn(fields, 'name')]
  return id === null || title === null ? undefined : { project_id: id, title }
}

export function toPage(answer: unknown): DeploymentPage | undefined {
  const { deployments, pagination } = fieldsOf(answer)
  if (!Array.isArray(deployments)) return undefined
  const all = deployments.map(toDeployment)
  const present = all.filter((one) => one !== undefined)
  return present.length < all.length
    ? undefined
    : { deployments: present, next: timeIn(fieldsOf(pagination), 'next') }
}

/** Converts a deployment from a list or a single response. */
export function toDeployment(answer: unknown): Deployment | undefined {
  const fields = fieldsOf(answer)
  const id = textIn(fields, 'uid', 'id')
  const created = timeIn(fields, 'created', 'createdAt')
  if (id === null || created === null) return undefined
  const meta = fieldsOf(fields['meta'])
  const host = textIn(fields, 'url')
  const [building, ready] = [timeIn(fields, 'buildingAt'), timeIn(fields, 'ready')]
  return {
    id,
    url: host === null ? null : httpsOr(`https://${host}`, null),
    state: stateOf(textIn(fields, 'readyState', 'state')),
    target: targetOf(fields['target']),
    branch: textIn(meta, 'githubCommitRef', 'gitlabCommitRef', 'bitbucketCommitRef', 'gitBranch'),
    commit: commitOf(meta),
    created_at: new Date(created).toISOString(),
    ready_at: isoOf(ready),
    build_seconds:
      building === null || ready === null
        ? null
        : Math.max(0, Math.round((ready - building) / 1000)),
    inspector_url: httpsOr(textIn(fields, 'inspectorUrl'), null),
    creator: textIn(fieldsOf(fields['creator']), 'username', 'githubLogin', 'email'),
  }
}

/** Passes on only https links: browsers open them, and a spoofed response must not run a script. */
const httpsOr = <T>(url: string | null, otherwise: T): string | T =>
  url !== null && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : otherwise

const states: Readonly<Record<string, (typeof deploymentStates)[number]>> = {
  QUEUED: 'queued',
  INITIALIZING: 'queued',
  ANALYZING: 'building',
  BUILDING: 'building',
  DEPLOYING: 'building',
  READY: 'ready',
  CANCELED: 'canceled',
  DELETED: 'canceled',
}

/**
 * Converts a state. States that Vercel adds count as errors until we support them, so no dashboard waits for their end.
 */
const stateOf = (state: string | null): Deployment['state'] => states[state ?? ''] ?? 'error'

/** Converts a target. Vercel returns null for a preview; other values are the project's own environments. */
function targetOf(target: unknown): Deployment['target'] {
  if (target === 'production') return 'production'
  return target === null || target === undefined || target === 'preview' ? 'preview' : null
}

function commitOf(meta: Fields): Deployment['commit'] {
  for (const host of ['github', 'gitlab', 'bitbucket', 'git'] as const) {
    const sha = textIn(meta, `${host}CommitSha`)
    if (sha === null) continue
    return {
      sha,
      message: textIn(meta, `${host}CommitMessage`) ?? '',
      author: textIn(meta, `${host}CommitAuthorName`, `${host}CommitAuthorLogin`),
      url: host === 'git' ? null : commitUrl(host, meta, sha),
    }
  }
  return null
}

function commitUrl(host: 'github' | 'gitlab' | 'bitbucket', meta: Fields, sha: string) {
  const of = (base: string, parts: readonly (string | null)[], before: string) =>
    parts.includes(null)
      ? null
      : httpsOr(`${base}/${parts.map(pathOf).join('/')}/${before}/${encodeURIComponent(sha)}`, null)
  if (host === 'github') {
    const owner = textIn(meta, 'githubCommitOrg', 'githubOrg')
    const name = textIn(meta, 'githubCommitRepo', 'githubRepo')
    return of('https://github.com', [owner, name], 'commit')
  }
  if (host === 'gitlab')
    return of('https://gitlab.com', [textIn(meta, 'gitlabProjectPath')], '-/commit')
  const owner = textIn(meta, 'bitbucketRepoOwner')
  return of('https://bitbucket.org', [owner, textIn(meta, 'bitbucketRepoSlug')], 'commits')
}

/** Encodes a path; groups of GitLab have paths with slashes. */
const pathOf = (path: string | null): string =>
  (path ?? '').split('/').map(encodeURIComponent).join('/')

/** Maximum characters of a line, and of all lines together. */
const MAX_LINE_CHARACTERS = 4000
const MAX_LOG_CHARACTERS = 1_000_000

export interface BuildLog {
  lines: LogLine[]
  /** Whether earlier lines are left out. */
  truncated: boolean
}

/**
 * Returns the lines of a build in the order in which they were written, without the colours of terminals.
 * @param events newest first or oldest first
 * @param hasMore whether there are earlier events
 */
export function toBuildLog(events: readonly unknown[], hasMore: boolean): BuildLog {
  const logLines = events.map(toLine)
  const isBackward = (logLines[0]?.at ?? 0) > (logLines.at(-1)?.at ?? 0)
  const newestFirst = isBackward ? logLines : logLines.toReversed()
  const lines: LogLine[] = []
  let size = 0
  let isCut = hasMore
  for (const { line } of newestFirst) {
    if (!line) continue
    size += line.text.length
    if (lines.length === MAX_LOG_LINES || size > MAX_LOG_CHARACTERS) {
      isCut = true
      break
    }
    lines.push(line)
  }
  return { lines: lines.toReversed(), truncated: isCut }
}

/** Converts one event; most have their text in a `payload`. An event without text has no line. */
function toLine(event: unknown): { at: number; line?: LogLine } {
  const fields = { ...fieldsOf(event), ...fieldsOf(fieldsOf(event)['payload']) }
  const at = timeIn(fieldsOf(event), 'created', 'date') ?? timeIn(fields, 'created', 'date')
  const text = stripVTControlCharacters(textIn(fields, 'text') ?? '').trimEnd()
  if (text === '') return { at: at ?? 0 }
  const name = textIn(fieldsOf(event), 'type')
  const type = logLineTypes.find((one) => one === name) ?? 'stdout'
  return { at: at ?? 0, line: { time: isoOf(at), type, text: text.slice(0, MAX_LINE_CHARACTERS) } }
}
