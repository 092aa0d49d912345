import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Disclosure as AriaDisclosure,
  DisclosurePanel,
  type DisclosureProps as AriaDisclosureProps,
} from 'react-aria-components/Disclosure'
import { Heading } from 'react-aria-components/Heading'
import { CountBadge } from './count-badge.tsx'
import styles from './disclosure.module.css'
import { Icon } from './icon.tsx'

export interface DisclosureProps extends Omit<
  AriaDisclosureProps,
  'children' | 'className' | 'style' | 'render'
> {
  title: ReactNode
  /** To the right of the title, such as a number. */
  detail?: ReactNode
  children: ReactNode
}

/** A titled section that opens and closes. */
export function Disclosure({ title, detail, children, ...rest }: DisclosureProps) {
  return (
    <AriaDisclosure {...rest} className={styles.disclosure ?? ''}>
      <Heading className={styles.heading ?? ''}>
        <Button slot="trigger" className={styles.trigger ?? ''}>
          <Icon name="chevron-right" size={12} className={styles.chevron} />
          {title}
          {typeof detail === 'number' ? (
            <CountBadge value={detail} />
          ) : detail ? (
            <span className={styles.detail}>{detail}</span>
          ) : null}
        </Button>
      </Heading>
      <DisclosurePanel className={styles.panel ?? ''}>
        <div className={styles.content}>{children}</div>
      </DisclosurePanel>
    </AriaDisclosure>
  )
}
