import type { ReactNode } from 'react'
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link'
import { classNames } from './class-names.ts'
import styles from './link.module.css'

/** The CSS class of a link in running text, for a router's own link component. */
export const linkClass = styles.link ?? ''

export interface LinkProps extends Omit<
  AriaLinkProps,
  'children' | 'className' | 'style' | 'render'
> {
  children: ReactNode
  /** `quiet` is underlined only on hover, for links in lists and footers. */
  variant?: 'plain' | 'quiet' | undefined
  /** Removes the link from the tab order, in rows of a list that are not current. */
  excludeFromTabOrder?: boolean | undefined
}

/** A link, or with only `onPress` a command in running text. */
export function Link({ children, variant = 'plain', ...rest }: LinkProps) {
  return (
    <AriaLink {...rest} className={classNames(styles.link, variant === 'quiet' && styles.quiet)}>
      {children}
    </AriaLink>
  )
}
