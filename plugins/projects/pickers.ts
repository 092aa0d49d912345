import type { AskPicker, PickerRow } from '@typecase/plugin-sdk/ask'
import { countInWords } from '@typecase/content/noun'

// The declarations are data, also for a terminal: what reads from the server comes when it is needed.
const queries = () => import('./queries.ts')

const holds = (text: string, query: string) =>
  text.toLowerCase().includes(query.trim().toLowerCase())

/** Asks for one of the user's projects. */
export const askProject: AskPicker = {
  kind: 'picker',
  title: 'Project',
  placeholder: 'Which project?',
  async search(query, { services }): Promise<PickerRow[]> {
    const projects = await (await queries()).readProjects(services)
    return projects
      .filter((project) => holds(project.title, query))
      .map((project) => ({
        id: project.id,
        value: project.id,
        label: project.title,
        subtitle: countInWords(project.buckets.length, { one: 'bucket', many: 'buckets' }),
        icon: 'folder-kanban',
      }))
  },
}

/** Asks for one that is archived. */
export const askArchivedProject: AskPicker = {
  kind: 'picker',
  title: 'Project',
  placeholder: 'Which archived project?',
  async search(query, { services }): Promise<PickerRow[]> {
    const projects = await (await queries()).readArchivedProjects(services)
    return projects
      .filter(({ title }) => holds(title, query))
      .map(({ id, title }) => ({ id, value: id, label: title, icon: 'archive' }))
  },
}

/** Asks for one of the user's buckets, in any project. */
export const askBucket: AskPicker = {
  kind: 'picker',
  title: 'Bucket',
  placeholder: 'Which bucket?',
  async search(query, { services }): Promise<PickerRow[]> {
    const projects = await (await queries()).readProjects(services)
    return projects.flatMap((project) =>
      project.buckets
        .filter((bucket) => holds(`${bucket.title} ${project.title}`, query))
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
