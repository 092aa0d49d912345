import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { AskPicker, PickerRow } from '@typecase/plugin-sdk/ask'
import { formatCount } from '@typecase/ui/count'
import {
  type TeamPermission,
  type TeamRole,
  teamPermissionsOf,
  whyNotInTeam,
} from '@typecase/contract/roles'

// The declarations are data, also for terminals, so the code that reads from the server is loaded on demand.
const queries = () => import('./queries.ts')

const reasonOf = (role: TeamRole, needed: TeamPermission | undefined) =>
  needed === undefined || teamPermissionsOf[role].includes(needed)
    ? {}
    : { reason: whyNotInTeam(role, needed, 'project') }

const allowedFirst = (a: PickerRow, b: PickerRow) =>
  Number(Boolean(a.reason)) - Number(Boolean(b.reason))

/** Picks one of the user's projects. Projects in which the user's role lacks the permission show the reason. */
export const askProject = (needed?: TeamPermission): AskPicker => ({
  kind: 'picker',
  title: 'Project',
  placeholder: 'Which project?',
  async search(query, { services }): Promise<PickerRow[]> {
    const projects = await (await queries()).readProjects(services)
    return projects
      .filter((project) => holdsWords(project.title, query))
      .map((project) => ({
        id: project.id,
        value: project.id,
        label: project.title,
        subtitle: formatCount(project.buckets.length, 'bucket'),
        icon: 'folder-kanban',
        ...reasonOf(project.role, needed),
      }))
      .toSorted(allowedFirst)
  },
})

/** Picks an archived project that the user may restore. */
export const askArchivedProject: AskPicker = {
  kind: 'picker',
  title: 'Project',
  placeholder: 'Which archived project?',
  async search(query, { services }): Promise<PickerRow[]> {
    const projects = await (await queries()).readArchivedProjects(services)
    return projects
      .filter(({ title }) => holdsWords(title, query))
      .map(({ id, title, role }) => ({
        id,
        value: id,
        label: title,
        icon: 'archive',
        ...reasonOf(role, 'settings:write'),
      }))
      .toSorted(allowedFirst)
  },
}

/** Picks one of the user's buckets, in any project. */
export const askBucket: AskPicker = {
  kind: 'picker',
  title: 'Bucket',
  placeholder: 'Which bucket?',
  async search(query, { services }): Promise<PickerRow[]> {
    const projects = await (await queries()).readProjects(services)
    return projects.flatMap((project) =>
      project.buckets
        .filter((bucket) => holdsWords(`${bucket.title} ${project.title}`, query))
        .map((bucket) => ({
          id: bucket.id,
          value: bucket.slug,
          label: bucket.title,
          subtitle: project.title,
          icon: 'database',
        })),
    )
  },
}
