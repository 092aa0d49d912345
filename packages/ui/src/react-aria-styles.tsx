/**
 * Keeps React Aria from adding a `<style>` element, which our content security policy blocks and reports: it adds none
 * if an element with that id exists. Its only rule is in `base.css`. Call this before the first render. On iOS an open
 * dialog still tries to add one for overscrolling; blocking it has no effect except the report.
 */
export function claimReactAriaStyles(): void {
  const id = 'react-aria-pressable-style'
  if (document.getElementById(id)) return
  const claim = document.createElement('meta')
  claim.id = id
  document.head.append(claim)
}
