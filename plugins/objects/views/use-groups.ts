import type { ObjectGroup } from '@typecase/contract/object-groups'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Announcer, Api, Storage } from '@typecase/plugin-sdk/services'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'

import { matchingRows } from '../bulk/scope.ts'
import type { ListField } from '@typecase/content/object/list-fields'
import {
  groupRequest,
  groupField,
  keyOfGroup,
  MAX_COLLAPSED,
  withinGroup,
  withoutGroups,
} from '../list/groups.ts'
import { collapsedKey } from '../list/preferences.ts'
import { groupsQuery } from '../queries.ts'

interface GroupsOf {
  readonly bucketSlug: string
  readonly query: ListQuery
  /** The sort key that the list is grouped by; undefined if it is not grouped. */
  readonly group: string | undefined
  readonly fields: readonly ListField[]
  /** Whether query and fields are known. */
  readonly isReady: boolean
}

/** Limit on the number of ids in a selection. */
const MAX_IDS = 10_000

/** Reads the groups of a list, and stores in this browser which of them are collapsed. */
export function useGroups({ bucketSlug, query, group, fields, isReady }: GroupsOf) {
  const services = useServices()
  const storage = useService(Storage)
  const api = useService(Api)
  const announcer = useService(Announcer)
  const request = useMemo(() => groupRequest(group ?? '', fields), [group, fields])
  const answer = useQuery({
    ...groupsQuery(services, bucketSlug, query, request),
    enabled: group !== undefined && isReady,
  })
  const data = group === undefined ? undefined : answer.data

  const key = collapsedKey(bucketSlug, group ?? '')
  const subscribe = useCallback(
    (listener: () => void) => storage.subscribe(key, listener),
    [storage, key],
  )
  const text = useSyncExternalStore(subscribe, () => textOf(storage.get(key)))
  const collapsed = useMemo(
    () => new Set(text === '' || group === undefined ? [] : text.split('\n')),
    [text, group],
  )
  const visibleQuery = useMemo(
    () => withoutGroups(query, data?.groups.filter((one) => collapsed.has(keyOfGroup(one))) ?? []),
    [query, data, collapsed],
  )

  function collapse(keys: readonly string[]): void {
    if (keys.length > MAX_COLLAPSED) {
      announcer.say(`At most ${MAX_COLLAPSED} groups can be collapsed at a time.`)
      return
    }
    if (keys.length === 0) storage.remove(key)
    else storage.set(key, [...keys])
  }

  return {
    field: group === undefined ? undefined : groupField(group, fields),
    data,
    error: group === undefined ? null : answer.error,
    isLoading: group !== undefined && answer.isPending,
    isFetching: group !== undefined && answer.isFetching,
    refetch: answer.refetch,
    collapsed,
    /** The query for the rows, which excludes those of collapsed groups. */
    visibleQuery,
    toggle: (one: ObjectGroup) =>
      collapse(
        collapsed.has(keyOfGroup(one))
          ? [...collapsed].filter((other) => other !== keyOfGroup(one))
          : [...collapsed, keyOfGroup(one)],
      ),
    collapseAll: () =>
      collapse((data?.groups ?? []).slice(0, MAX_COLLAPSED).map((one) => keyOfGroup(one))),
    expandAll: () => collapse([]),
    /** Returns the ids of a whole group, or undefined if there are too many to select one by one. */
    async idsOf(one: ObjectGroup): Promise<readonly string[] | undefined> {
      if (one.count > MAX_IDS) {
        announcer.say('This group is too large to select. Filter the list by it instead.')
        return undefined
      }
      const rows = await matchingRows(api, bucketSlug, withinGroup(query, one))
      return rows.map(({ id }) => id)
    },
  }
}

export type ListGroups = ReturnType<typeof useGroups>

/** Joins the keys into a text, which stays equal while the keys do. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string').join('\n') : ''
