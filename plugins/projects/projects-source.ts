import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { SearchContext, Row } from '@typecase/plugin-sdk/source'

import { readProjects } from './queries.ts'

/** Searches projects and buckets by title. */
export async function search(query: string, { services, limit }: SearchContext): Promise<Row[]> {
  const matches = (text: string) => holdsWords(text, query)
  const projects = await readProjects(services)
  const rows = projects.flatMap((project): Row[] => [
    ...project.buckets
      .filter((bucket) => matches(`${bucket.title} ${project.title}`))
      .map((bucket) => ({
        id: bucket.id,
        title: bucket.title,
        subtitle: `Bucket · ${project.title}`,
        icon: 'database',
        run: { command: 'projects.switch-bucket', args: { bucket: bucket.slug } },
      })),
    ...(matches(project.title)
      ? [
          {
            id: project.id,
            title: project.title,
            subtitle: project.archived ? 'Project · archived' : 'Project',
            icon: 'folder-kanban',
            run: { command: 'projects.open-project', args: { project_id: project.id } },
          },
        ]
      : []),
  ])
  return rows.slice(0, limit)
}
