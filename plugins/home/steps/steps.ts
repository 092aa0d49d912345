import type { Bucket } from '@typecase/contract/buckets'
import type { Project } from '@typecase/contract/projects'
import type { Json } from '@typecase/plugin-sdk/json'

/** Commands that were run and count as steps; kept for the account in a bucket. */
export const DONE = 'home.done'
export const LAST_BUCKET = 'home.bucket'

export const doneIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** What tells that steps are done. */
export interface Evidence {
  readonly bucket: Bucket
  readonly project: Project | undefined
  /** Objects that are public. */
  readonly published: number
  /** Commands that were run. */
  readonly done: readonly string[]
}

export interface Step {
  readonly title: string
  /** Id of the command that does it. */
  readonly command: string
  readonly args?: (evidence: Evidence) => Record<string, string>
  /** How long it takes. */
  readonly minutes: number
  isDone(evidence: Evidence): boolean
}

export const steps: readonly Step[] = [
  { title: 'Make a project', command: 'projects.new', minutes: 1, isDone: () => true },
  {
    title: 'Describe an object type',
    command: 'object-types.new',
    minutes: 3,
    isDone: ({ bucket }) => bucket.object_types.length > 0,
  },
  {
    title: 'Write the first object',
    command: 'objects.new',
    minutes: 3,
    isDone: ({ bucket }) => bucket.object_types.some((one) => one.total_objects > 0),
  },
  {
    title: 'Invite someone',
    command: 'team.invite',
    args: ({ bucket }) => ({ resource: 'project', resource_id: bucket.project }),
    minutes: 1,
    isDone: ({ project, done }) => (project?.total_users ?? 1) > 1 || done.includes('team.invite'),
  },
  {
    title: 'Connect your website',
    command: 'api.copy-key',
    minutes: 5,
    isDone: ({ done }) => done.includes('api.copy-key'),
  },
  {
    title: 'Publish from the keyboard',
    command: 'objects.publish',
    minutes: 1,
    isDone: ({ published, done }) => published > 0 || done.includes('objects.publish'),
  },
]

/** Commands that are noted when they have run. */
export const watched: readonly string[] = ['team.invite', 'api.copy-key', 'objects.publish']
