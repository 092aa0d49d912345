import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Select } from '@typecase/ui/select'
import { formatNumber } from '@typecase/ui/format'

import { nextPage, previousPage, setPageSize } from '../commands/list.ts'
import { pageSizes } from '../list/page.ts'
import styles from './object-list.module.css'
import type { ObjectListState } from './use-object-list.ts'

/** Shows which rows are on screen and how many per page, and lets the user turn the page. */
export function ListFooter({ list }: { list: ObjectListState }) {
  const { page, limit, skip } = list
  const commands = useService(Commands)
  const total = page.data?.total ?? 0
  if (total === 0 || !list.isUnderstood) return null
  const rows = page.data?.objects.length ?? 0
  const sizes = [...new Set<number>([...pageSizes, limit])].sort((a, b) => a - b)
  return (
    <footer className={styles.footer}>
      <span>
        {rows === 0 ? 'No rows' : `${formatNumber(skip + 1)}–${formatNumber(skip + rows)}`} of{' '}
        {formatNumber(total)}
      </span>
      <span className={styles.space} />
      <span className={styles.sizeLabel}>Rows per page</span>
      <span className={styles.size}>
        <Select
          aria-label="Rows per page"
          isSmall
          options={sizes.map((size) => ({ id: String(size), label: formatNumber(size) }))}
          value={String(limit)}
          onChange={(value) =>
            void commands.run(refTo(setPageSize, { limit: Number(value) }), { source: 'button' })
          }
        />
      </span>
      {skip > 0 ? <CommandButton command={previousPage} variant="quiet" isIconOnly /> : null}
      {skip + rows < total ? <CommandButton command={nextPage} variant="quiet" isIconOnly /> : null}
    </footer>
  )
}
