/** A hundred texts that pages have taken for markup, each telling on itself if it runs (`xss()`) or loads (`FOREIGN`). Data only. */

const EVENTS = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'ontoggle',
  'onanimationstart',
  'onbegin',
  'onpointerenter',
];
const TAGS = ['img', 'svg', 'video', 'audio', 'body', 'iframe', 'object', 'embed', 'input', 'details', 'marquee'];

const HAND_MADE = [
  '<script>xss()</script>',
  '<ScRiPt>xss()</sCrIpT>',
  '<script src=FOREIGN/a.js></script>',
  '"><script>xss()</script>',
  "'><script>xss()</script>",
  '</textarea><script>xss()</script>',
  '</title><script>xss()</script>',
  '</script><script>xss()</script>',
  '--><script>xss()</script>',
  ']]><script>xss()</script>',
  '<<script>xss();//<</script>',
  '<scr\u0000ipt>xss()</script>',
  '<img src=x onerror=xss()>',
  '<img src="FOREIGN/i.png">',
  '<img src=x onerror="xss()"//',
  '<img/src=x/onerror=xss()>',
  '<img src=x:xss onerror=eval(src)>',
  '<svg><script>xss()</script></svg>',
  '<svg/onload=xss()>',
  '<svg><animate onbegin=xss() attributeName=x dur=1s>',
  '<svg><use href="FOREIGN/u.svg#a"/></svg>',
  '<math><mi//xlink:href="javascript:xss()">x',
  '<a href="javascript:xss()">x</a>',
  '<a href="JaVaScRiPt:xss()">x</a>',
  '<a href="java\tscript:xss()">x</a>',
  'javascript:xss()',
  'data:text/html,<script>xss()</script>',
  '<iframe src="javascript:xss()"></iframe>',
  '<iframe srcdoc="<script>parent.xss()</script>"></iframe>',
  '<iframe src="FOREIGN/f"></iframe>',
  '<object data="FOREIGN/o"></object>',
  '<embed src="FOREIGN/e">',
  '<link rel=stylesheet href="FOREIGN/c.css">',
  '<style>@import "FOREIGN/s.css"</style>',
  '<style>*{background:url(FOREIGN/b.png)}</style>',
  '<base href="FOREIGN/">',
  '<meta http-equiv="refresh" content="0;url=FOREIGN/m">',
  '<form action="FOREIGN/p"><button autofocus>x',
  '<input autofocus onfocus=xss()>',
  '<details open ontoggle=xss()>x</details>',
  '<video src="FOREIGN/v" autoplay>',
  '<template><script>xss()</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=xss()>">',
  '<div style="background:url(FOREIGN/d.png)">x</div>',
  '{{constructor.constructor("xss()")()}}',
  '${xss()}',
  '#{xss()}',
  '<%= xss() %>',
  '&lt;script&gt;xss()&lt;/script&gt;',
  '&#60;script&#62;xss()&#60;/script&#62;',
  '\\u003cscript\\u003exss()\\u003c/script\\u003e',
  '%3Cscript%3Exss()%3C/script%3E',
  '\u202e>tpircs/<)(ssx>tpircs<',
  '<img src=`x` onerror=`xss()`>',
  '<isindex type=image src=1 onerror=xss()>',
  '<xss style="x:expression(xss())">',
  '<!--[if IE]><script>xss()</script><![endif]-->',
  '+ADw-script+AD4-xss()+ADw-/script+AD4-',
  '<plaintext><script>xss()',
  '[x](javascript:xss())',
  '![x](FOREIGN/md.png)',
];

const MADE = TAGS.flatMap((tag, at) =>
  EVENTS.filter((_event, index) => (index + at) % 2 === 0).map(
    (event) => `<${tag} src=x ${event}=xss() autofocus open>`,
  ),
);

/** A hundred, with the address that a load would reach. */
export function hostileTexts(foreign: string): readonly string[] {
  return [...HAND_MADE, ...MADE].slice(0, 100).map((text) => text.replaceAll('FOREIGN', foreign));
}
