import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { workspacesQuery } from '@typecase/content/workspace'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

/** Searches workspaces by title. */
export async function search(query: string, { services, limit }: SearchContext): Promise<Row[]> {
  const { workspaces } = await services.get(Queries).fetchQuery(workspacesQuery(services))
  return workspaces
    .filter(({ title }) => holdsWords(title, query))
    .slice(0, limit)
    .map(({ id, title }) => ({
      id,
      title,
      subtitle: 'Workspace',
      icon: 'building-2',
      run: { command: 'workspaces.switch', args: { workspace_id: id } },
    }))
}
