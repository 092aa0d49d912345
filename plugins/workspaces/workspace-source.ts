import { workspacesQuery } from '@typecase/content/workspace'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

/** Workspaces whose title holds the words. */
export async function search(query: string, { services, limit }: SearchContext): Promise<Row[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const { workspaces } = await services.get(Queries).fetchQuery(workspacesQuery(services))
  return workspaces
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .slice(0, limit)
    .map(({ id, title }) => ({
      id,
      title,
      subtitle: 'Workspace',
      icon: 'building-2',
      run: { command: 'workspaces.switch', args: { workspace_id: id } },
    }))
}
