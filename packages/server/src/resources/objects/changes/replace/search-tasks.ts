import { findInMedia, replaceInTexts } from '../../../media/media-search.ts'
import type { Page } from '../../../../bulk/row-page.ts'
import type { StoredObject } from '../../model/state.ts'
import type { TypeModel } from '../../model/type-model.ts'
import { describeMatches } from './find-matches.ts'
import { replaceIn } from './replace-in.ts'
import type { Search } from './search.ts'
import { versionMatches, versionMatchIds } from './version-matches.ts'

/** The tasks of a search for one object or media. Their arguments and results can be sent to a thread. */
export const searchTasks = {
  findInObject: (
    search: Search,
    object: StoredObject,
    model: TypeModel,
    publish: boolean | undefined,
    page: Page,
  ) => describeMatches(object.id, versionMatches(object, model, search, publish), search, page),

  matchIds: (search: Search, object: StoredObject, model: TypeModel) =>
    versionMatchIds(object, model, search),

  replaceInObject: (
    search: Search,
    object: StoredObject,
    model: TypeModel,
    options: Parameters<typeof replaceIn>[3],
  ) => replaceIn(object, model, search, options),

  findInMedia,
  replaceInTexts,
}

type Tasks = typeof searchTasks
export type TaskName = keyof Tasks
export type TaskInput<Name extends TaskName> = Tasks[Name] extends (
  search: Search,
  ...input: infer Input
) => unknown
  ? Input
  : never
export type TaskResult<Name extends TaskName> = ReturnType<Tasks[Name]>
