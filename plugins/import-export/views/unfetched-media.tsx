import type { ImportReport } from '@typecase/contract/import-export'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import styles from './import-page.module.css'

/** Lists the imported media whose files stay on other servers, with the command that tries them again. */
export function UnfetchedMedia({ report }: { report: ImportReport }) {
  const { unfetched_media: media = [], total_unfetched_media: total = 0 } = report
  if (media.length === 0) return null
  const title = plural(
    total,
    '1 file was not fetched',
    `${formatNumber(total)} files were not fetched`,
  )
  return (
    <div className={styles.part}>
      <div className={styles.partHead}>
        <h3 id="import-unfetched" className={styles.partTitle}>
          {total > media.length ? `${title}: the first ${formatNumber(media.length)}` : title}
        </h3>
        <CommandButton command="import-export.fetch-media" />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard */}
      <ul className={styles.warnings} aria-labelledby="import-unfetched" tabIndex={0}>
        {media.map(({ address, reason }) => (
          <li key={address}>{`${address}: ${reason}`}</li>
        ))}
      </ul>
    </div>
  )
}
