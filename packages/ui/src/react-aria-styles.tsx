/**
 * Keeps React Aria from adding a `<style>` element, which our content security policy refuses and reports: it adds none
 * where an element with that id exists already. Its only rule is in `base.css`. Call before the first render.
 * On iOS an open dialog still tries to add one for overscrolling; refused, it costs nothing but the report.
 */
export function claimReactAriaStyles(): void {
  const id = 'react-aria-pressable-style'
  if (document.getElementById(id)) return
  const claim = document.createElement('meta')
  claim.id = id
  document.head.append(claim)
}
