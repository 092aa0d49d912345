import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import { Row, RowActions, RowName } from '@typecase/ui/row-list'
import type { ReactNode } from 'react'
import { formatList } from '@typecase/ui/format'

import { describePermissions } from '../manifest/permission-words.ts'
import styles from './extensions.module.css'

interface ExtensionRowProps {
  manifest: ExtensionManifest
  /** The link of the title. */
  href: string
  /** The publisher and the state. */
  detail: ReactNode
  actions: ReactNode
  isCurrent: boolean
  isTabStop: boolean
}

/** An extension in a list, with its purpose, publisher and permissions. */
export function ExtensionRow({
  manifest,
  href,
  detail,
  actions,
  isCurrent,
  isTabStop,
}: ExtensionRowProps) {
  const { id, title, description, version, author, icon = 'puzzle' } = manifest
  const words = describePermissions(manifest)
  return (
    <Row isCurrent={isCurrent} className={styles.row}>
      <RowName
        lead={<Icon name={icon} />}
        details={
          <>
            <p className={styles.text}>{description}</p>
            <p>
              {words.length > 0 ? `Can ${formatList(words)}.` : 'Can’t read the bucket’s content.'}
            </p>
          </>
        }
      >
        <Link href={href} variant="quiet" data-row={id} excludeFromTabOrder={!isTabStop}>
          {title}
        </Link>
        <span className={styles.detail}>
          {version} · {author}
        </span>
        {detail}
      </RowName>
      <RowActions>{actions}</RowActions>
    </Row>
  )
}
