import { useService } from '@typecase/plugin-sdk/react/services'
import { Announcer } from '@typecase/plugin-sdk/services'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useSelection } from '@typecase/plugin-sdk/react/selection'
import { formatCount } from '@typecase/ui/count'
import { useState } from 'react'

import { type GroupHead } from '../list/groups.ts'
import { coverage } from '../list/selection-model.ts'
import type { GridSelection } from './use-grid-selection.ts'
import type { ListGroups } from './use-groups.ts'

interface GroupsSelected {
  /** Ids of the rows on screen. */
  rows: readonly string[]
  groups: ListGroups
  selection: GridSelection
}

/** Manages the selection of whole groups, by the ids of their objects on every page. */
export function useGroupSelection({ rows, groups, selection }: GroupsSelected) {
  const announcer = useService(Announcer)
  const { ids: selected } = useSelection('object')
  /** Ids of the objects in the groups that were selected as a whole, by the id of the group's head. */
  const [idsByGroup, setGroups] = useState<ReadonlyMap<string, readonly string[]>>(new Map())

  const idsOf = ({ id, rows: [first, end] }: GroupHead) =>
    idsByGroup.get(id) ?? rows.slice(first, end)

  function coverageOf(head: GroupHead): 'all' | 'some' | 'none' {
    const ids = idsOf(head)
    const coverageOfGroup = coverage(ids, selected)
    // Rows of the group on other pages may not be selected.
    return coverageOfGroup === 'all' && ids.length < head.count && !selection.isAll
      ? 'some'
      : coverageOfGroup
  }

  async function toggleWhole(head: GroupHead): Promise<void> {
    if (!head.group) return
    if (coverageOf(head) === 'all') {
      selection.remove(idsOf(head))
      return
    }
    const ids = await groups.idsOf(head.group)
    if (!ids) return
    setGroups((now) => new Map(now).set(head.id, ids))
    selection.add(ids)
    announcer.say(`Selected ${formatCount(ids.length, 'object')} of this group.`)
  }

  return {
    coverageOf,
    toggleGroup: (head: GroupHead) =>
      void toggleWhole(head).catch((error: unknown) =>
        announcer.say(
          isApiError(error) ? error.message : 'The group could not be selected.',
          'assertive',
        ),
      ),
  }
}
