import type { SmartView } from '@typecase/contract/smart-views'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { readSmartViews } from '@typecase/content/smart-views'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { Session } from '@typecase/plugin-sdk/services'

import { mayChange, readView } from '../queries.ts'
import { DEFAULT_ICON, isIconName, problemsOf } from '../view-look.ts'

/** An emoji stands before the title, because rows have icons alone. */
export const labelOf = ({ title, icon }: SmartView): string =>
  icon && !isIconName(icon) ? `${icon} ${title}` : title

export const iconOf = ({ icon, unsupported }: SmartView): string =>
  unsupported.length > 0 ? 'triangle-alert' : icon && isIconName(icon) ? icon : DEFAULT_ICON

export async function viewRows(
  query: string,
  { services, facts }: AskContext,
  isOffered: (view: SmartView) => boolean = () => true,
): Promise<readonly PickerRow[]> {
  const views = await readSmartViews(services, bucketSlugOf(facts))
  return views
    .filter((view) => holdsWords(view.title, query) && isOffered(view))
    .map((view) => ({
      id: view.id,
      value: view.id,
      label: labelOf(view),
      icon: iconOf(view),
      subtitle: problemsOf(view) || (view.is_shared ? 'Shared' : 'Only you'),
    }))
}

/** Those that this person may change, by one more condition where one is given. */
export const ownRows = (
  query: string,
  context: AskContext,
  isOffered: (view: SmartView) => boolean = () => true,
) => {
  const me = context.services.get(Session).getSnapshot().data?.id
  return viewRows(query, context, (view) => mayChange(view, me, context.facts) && isOffered(view))
}

/** The name of the view that is renamed. */
export async function titleOf({ services, facts, args }: AskContext): Promise<string | undefined> {
  const id = args['view_id']
  if (typeof id !== 'string') return undefined
  return (await readView(services, bucketSlugOf(facts), id)).title
}
