import { PlainButton } from '@typecase/ui/plain-button'
import { FadeOut } from '@typecase/ui/fade-out'
import { Icon } from '@typecase/ui/icon'
import { Dialog } from 'react-aria-components/Dialog'
import { Link } from 'react-aria-components/Link'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

import styles from './bottom-bar.module.css'
import { useNavRows } from './nav-rows.ts'
import { Sidebar } from './sidebar.tsx'

/** Number of rows that fit next to the More button at 390 px. */
const ROOM = 4

/** The sidebar of narrow screens, at the bottom: the first rows, and the whole sidebar on demand. */
export function BottomBar({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const { pinned } = useNavRows()
  return (
    <>
      <nav aria-label="Shortcuts" className={styles.bar}>
        {pinned.slice(0, ROOM).map(({ item, href, isCurrent }) => (
          <Link
            key={item.id}
            href={href}
            className={styles.item ?? ''}
            {...(isCurrent && { 'aria-current': 'page' as const })}
          >
            <Icon name={item.icon} size={18} />
            <span>{item.label}</span>
          </Link>
        ))}
        <PlainButton
          className={styles.item}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPress={() => onOpenChange(true)}
        >
          <Icon name="menu" size={18} />
          <span>Menu</span>
        </PlainButton>
      </nav>
      <ModalOverlay
        className={styles.veil ?? ''}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        isDismissable
      >
        <Modal className={styles.modal ?? ''}>
          <FadeOut />
          <Dialog aria-label="Menu" className={styles.dialog ?? ''}>
            <Sidebar isOpen onNavigate={() => onOpenChange(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  )
}
