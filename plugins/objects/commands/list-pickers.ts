import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { AskContext, Choice, PickerRow } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { formatCount } from '@typecase/ui/count'
import { readSmartViews } from '@typecase/content/smart-views'
import { Storage } from '@typecase/plugin-sdk/services'

import { mayWriteType } from '@typecase/content/object/writable-types'
import { defaultColumns } from '../list/columns.ts'
import { type ListField, listFields, titleField } from '@typecase/content/object/list-fields'
import { groupChoices } from '../list/groups.ts'
import { savedColumns } from '../list/preferences.ts'

/** The picker rows, in a separate module: loading the plugin's declarations must not load this code. */

/** Returns the object types whose objects the user may write. */
export async function typeRows(
  query: string,
  { services, facts }: AskContext,
): Promise<PickerRow[]> {
  const { object_types: types } = await readBucket(services, bucketSlugOf(facts))
  return types
    .filter(({ slug }) => mayWriteType(facts, slug))
    .filter(({ title, singular }) => holdsWords(`${title} ${singular}`, query))
    .map(({ id, slug, title, emoji, total_objects: total }) => ({
      id,
      value: slug,
      label: emoji ? `${emoji} ${title}` : title,
      subtitle: formatCount(total, 'object'),
    }))
}

/** Returns the fields of the list on screen. */
async function fieldsOnScreen({ services, facts }: AskContext): Promise<readonly ListField[]> {
  const { object_types: types } = await readBucket(services, bucketSlugOf(facts))
  const currentTypes = types.filter(({ slug }) => slug === facts['objects.type'])
  return listFields(currentTypes.length > 0 ? currentTypes : types)
}

const rowOf = ({ path, title }: ListField): PickerRow => ({
  id: path,
  value: path,
  label: title,
  subtitle: path,
})

export async function columnRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const fields = await fieldsOnScreen(context)
  // The title column is always shown.
  return fields
    .filter(({ path }) => path !== titleField.path)
    .filter(({ title, path }) => holdsWords(`${title} ${path}`, query))
    .map(rowOf)
}

/** Returns the columns of the list on screen, which the picker starts with. */
export async function columnsOnScreen(
  context: AskContext,
): Promise<(Choice & { value: string })[]> {
  const { services, facts } = context
  const slug = bucketSlugOf(facts)
  const fields = await fieldsOnScreen(context)
  const id = facts['list.smartViewID']
  const views = id === undefined ? [] : await readSmartViews(services, slug)
  const saved = views.find((view) => view.id === id)?.columns
  const paths = savedColumns(services.get(Storage), slug, facts['objects.type'], id)
  return (paths ?? saved ?? defaultColumns(fields))
    .filter((path) => path !== titleField.path)
    .map((path) => ({
      value: path,
      label: fields.find((field) => field.path === path)?.title ?? path,
    }))
}

/** Returns the columns of the list on screen as picker rows, for commands that take one column. */
export async function visibleColumnRows(
  query: string,
  context: AskContext,
  isTitleToo: boolean,
): Promise<PickerRow[]> {
  const title = isTitleToo ? [{ value: titleField.path, label: titleField.title }] : []
  return [...title, ...(await columnsOnScreen(context))]
    .filter(({ label }) => holdsWords(label, query))
    .map(({ value, label }) => ({ id: value, value, label }))
}

/** Returns each field in both directions, and the order that editors arrange by hand. */
export async function sortRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const fields = await fieldsOnScreen(context)
  const titles = fields.map(({ title }) => title)
  const rows = fields
    .filter(({ isUnsortable }) => !isUnsortable)
    .flatMap(({ path, title }): PickerRow[] => {
      const isShared = titles.indexOf(title) !== titles.lastIndexOf(title)
      const row = (value: string, icon: string, direction: string): PickerRow => ({
        id: value,
        value,
        label: title,
        icon,
        // Fields that share a title show their paths.
        subtitle: isShared ? `${direction}, ${path}` : direction,
      })
      return [row(path, 'arrow-up', 'ascending'), row(`-${path}`, 'arrow-down', 'descending')]
    })
  const arranged: PickerRow = {
    id: 'order',
    value: '',
    label: 'Dashboard order',
    icon: 'arrow-up-down',
  }
  return [arranged, ...rows].filter(({ label, subtitle = '' }) =>
    holdsWords(`${label} ${subtitle}`, query),
  )
}

/** Returns the sort rows, preceded by “Recently edited”, the order for finding one's recent work. */
export async function defaultSortRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const recent: PickerRow = {
    id: 'recent',
    value: '-modified_at',
    label: 'Recently edited',
    icon: 'clock',
  }
  const rows = await sortRows(query, context)
  return holdsWords(recent.label, query) ? [recent, ...rows] : rows
}

/** Returns the fields that objects can be grouped by, and “No grouping”. */
export async function groupRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const fields = await fieldsOnScreen(context)
  const rows = groupChoices(fields).map(({ field, sort }): PickerRow => ({
    ...rowOf(field),
    id: sort,
    value: sort,
    subtitle: sort.startsWith('-') ? 'by month, newest first' : field.path,
  }))
  const none: PickerRow = { id: 'none', value: '', label: 'No grouping', icon: 'x' }
  return [...rows, none].filter(({ label, subtitle = '' }) =>
    holdsWords(`${label} ${subtitle}`, query),
  )
}
