import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { formatCount } from '@typecase/ui/count'
import { readSmartViews, readViewCounts } from '@typecase/content/smart-views'
import { refTo } from '@typecase/plugin-sdk/command'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

import {
  changeIcon,
  deleteView,
  duplicateView,
  openView,
  renameView,
  shareView,
  unshareView,
} from './commands.ts'
import { view as kind } from './record.ts'
import { iconOf, labelOf, problemsOf } from './view-look.ts'

/** Searches smart views by name. Enter opens a view. */
export async function search(
  query: string,
  { services, facts, limit }: SearchContext,
): Promise<Row[]> {
  const slug = bucketSlugOf(facts)
  const views = await readSmartViews(services, slug)
  if (views.length === 0) return []
  const counts = await readViewCounts(services, slug)
  return views
    .filter(({ title }) => holdsWords(title, query))
    .slice(0, limit)
    .map((view) => {
      const count = counts.get(view.id)
      const subtitle = typeof count === 'number' ? formatCount(count, 'object') : 'Smart view'
      const share = view.is_shared ? unshareView : shareView
      return {
        id: view.id,
        title: labelOf(view),
        subtitle: `Smart view · ${problemsOf(view) || subtitle}`,
        icon: iconOf(view),
        run: refTo(openView, kind.argsOf(view.id)),
        actions: [renameView, changeIcon, duplicateView, share, deleteView].map((command) =>
          refTo(command, kind.argsOf(view.id)),
        ),
      }
    })
}
