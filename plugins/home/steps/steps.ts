import {
  copyKey,
  invitePeople,
  newObject,
  newProject,
  newType,
  publishObjects,
} from '@typecase/content/commands'
import type { Bucket } from '@typecase/contract/buckets'
import type { Project } from '@typecase/contract/projects'
import type { CommandRef } from '@typecase/plugin-sdk/command'
import type { Json } from '@typecase/plugin-sdk/json'

/** Key of the account's data in a bucket with the commands that were run and count as steps. */
export const DONE = 'home.done'
export const LAST_BUCKET = 'home.bucket'

export const doneIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** The data that shows which steps are done. */
export interface Evidence {
  readonly bucket: Bucket
  readonly project: Project | undefined
  /** Number of published objects. */
  readonly published: number
  /** Ids of commands that were run. */
  readonly done: readonly string[]
}

export interface Step {
  readonly title: string
  /** The command that performs the step. */
  readonly command: CommandRef
  readonly args?: (evidence: Evidence) => Record<string, string>
  /** Estimated time in minutes. */
  readonly minutes: number
  isDone(evidence: Evidence): boolean
}

export const steps: readonly Step[] = [
  { title: 'Create a project', command: newProject, minutes: 1, isDone: () => true },
  {
    title: 'Define an object type',
    command: newType,
    minutes: 3,
    isDone: ({ bucket }) => bucket.object_types.length > 0,
  },
  {
    title: 'Write your first object',
    command: newObject,
    minutes: 3,
    isDone: ({ bucket }) => bucket.object_types.some((one) => one.total_objects > 0),
  },
  {
    title: 'Invite someone',
    command: invitePeople,
    args: ({ bucket }) => ({ resource: 'project', resource_id: bucket.project }),
    minutes: 1,
    isDone: ({ project, done }) =>
      (project?.total_users ?? 1) > 1 || done.includes(invitePeople.id),
  },
  {
    title: 'Connect your website',
    command: copyKey,
    minutes: 5,
    isDone: ({ done }) => done.includes(copyKey.id),
  },
  {
    title: 'Publish from the keyboard',
    command: publishObjects,
    minutes: 1,
    isDone: ({ published, done }) => published > 0 || done.includes(publishObjects.id),
  },
]

/** Commands whose runs are recorded. */
export const watched: readonly string[] = [invitePeople.id, copyKey.id, publishObjects.id]
