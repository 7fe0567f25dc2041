import { createHash } from 'node:crypto'

/** The look of the plain pages: one card, in the colours of the system. */
export const style = `
:root{color-scheme:light dark;--page:#f6f6f6;--card:#fff;--ink:#0a0a0a;--quiet:#5d5d5d;--line:#d4d4d4;--accent:#0050c3;--on:#fff;--bad:#a01414}
@media(prefers-color-scheme:dark){:root{--page:#0c0d0d;--card:#171818;--ink:#f2f2f2;--quiet:#a9a9a9;--line:#3a3b3b;--accent:#7fb0ff;--on:#0a0a0a;--bad:#ff9d9d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--page);color:var(--ink);font:400 1rem/1.5 "Geist Variable",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:27rem;background:var(--card);border:1px solid var(--line);border-radius:.9rem;padding:1.75rem}
h1{margin:0 0 .25rem;font-size:1.35rem;line-height:1.3;text-wrap:balance}
h2{margin:1.5rem 0 .5rem;font-size:1rem}
p{margin:.5rem 0;text-wrap:pretty}
.quiet{color:var(--quiet);font-size:.9rem}
.bad{color:var(--bad);font-weight:600}
ul{margin:.25rem 0;padding-left:1.2rem}
li{margin:.3rem 0}
label{display:block;margin:.9rem 0 .3rem;font-weight:600}
.choice{display:flex;gap:.6rem;align-items:center;font-weight:400;margin:.4rem 0}
.more{display:block;color:var(--quiet);font-size:.9rem}
fieldset{border:0;margin:1.25rem 0 0;padding:0}
legend{font-weight:600;padding:0}
input[type=email],input[type=password]{width:100%;padding:.6rem .7rem;font:inherit;color:inherit;background:var(--page);border:1px solid var(--quiet);border-radius:.5rem}
button{font:inherit;font-weight:600;padding:.65rem 1.1rem;border-radius:.5rem;border:1px solid var(--accent);background:transparent;color:var(--accent);cursor:pointer}
button.main{background:var(--accent);color:var(--on)}
button.link{border:0;padding:0;font-weight:400;text-decoration:underline}
.actions{display:flex;flex-wrap:wrap;gap:.6rem;margin-top:1.4rem}
.actions form{display:contents}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
pre{overflow-x:auto;padding:.8rem;border-radius:.5rem;background:var(--page);border:1px solid var(--line);font-size:.85rem}
code{font-family:"Geist Mono Variable",ui-monospace,monospace;overflow-wrap:anywhere}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1rem;margin-top:1.75rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.9rem;color:var(--quiet)}
nav{display:flex;gap:.8rem}
`

/** The one style that the pages may have. */
export const styleHash = createHash('sha256').update(style).digest('base64')
