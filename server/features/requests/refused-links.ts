// Links that are not allowed in requests: file hosts, torrents and cracked copies (product.md RQ-4). A request must link to the
// page of the original.

const words = (text: string): string[] => text.trim().split(/\s+/);

/** File hosts, including their subdomains. */
const FILE_HOSTERS = words(`
  1024tera.com 115.com 1drv.ms 1fichier.com 4shared.com akirabox.com alfafile.net anonfile.com anonfiles.com app.box.com
  bayfiles.com bowfile.com buzzheavier.com catbox.moe clicknupload.click cloud.mail.ru datanodes.to ddownload.com
  depositfiles.com devuploads.com disk.yandex.com disk.yandex.ru drive.google.com drive.usercontent.google.com
  dropbox.com dropboxusercontent.com dropgalaxy.com dropmefiles.com easyupload.io fboom.me fex.net file.io filebin.net
  filecrypt.cc filecrypt.co fileditch.com filefactory.com filejoker.net filemail.com fikper.com firestorage.jp
  fromsmash.com gigafile.nu gofile.io hexupload.net hitfile.net icerbox.com k2s.cc katfile.com keep2share.cc
  krakenfiles.com lanzou.com lanzoui.com letsupload.io mediafire.com mega.co.nz mega.io mega.nz megaup.net
  mexashare.com mixdrop.co nitro.download nitroflare.com onedrive.com onedrive.live.com oboom.com pan.baidu.com
  pan.quark.cn pcloud.link pixeldrain.com prefiles.com qiwi.gg racaty.io ranoz.gg rapidgator.net rapidshare.com rg.to
  send-anywhere.com send.cm sendspace.com solidfiles.com streamtape.com swisstransfer.com temp.sh terabox.app
  terabox.com teraboxapp.com tezfiles.com tmpfiles.org transfer.sh transfernow.net transferxl.com turbobit.net
  uguu.se uloz.to ulozto.net upload.ee uploaded.net uploadgig.com uploadhaven.com uploadrar.com uptobox.com
  userscloud.com usersdrive.com vikingfile.com we.tl webshare.cz wetransfer.com workupload.com wormhole.app yadi.sk
  zippyshare.com`);

/** File-sharing paths on sites that also have other pages. */
const FILE_PLACES: readonly [host: RegExp, path: RegExp][] = [
  [/^docs\.google\.com$/, /^(?:\/u\/\d+)?\/uc(?:\/|$)/],
  [/(?:^|\.)box\.com$/, /^\/(?:s|shared)\//],
  [/-my\.sharepoint\.com$/, /^\//],
  [/(?:^|\.)icloud\.com$/, /^\/iclouddrive\//],
];

/** Sites for torrents and cracked copies. */
const COPIERS = words(`
  1337x.to aedownload.com audioz.download cgpeers.to cgpersia.com crackwatch.com getintopc.com gfxdrug.com gfxpeers.net
  gfxtra.com gfxtra31.com haxnode.net kickasstorrents.to limetorrents.lol nulled.to nyaa.si pirateproxy.live rarbg.to
  rutracker.org thepiratebay.org torrentdownloads.pro torrentgalaxy.to vfxdownload.net vfxmed.com vsthouse.ru
  yts.mx zoink.ch zooqle.com`);

const REFUSED_HOSTS = new Set([...FILE_HOSTERS, ...COPIERS]);

const isRefusedHost = (host: string): boolean => {
  const labels = host.split('.');
  return labels.some((_label, start) => REFUSED_HOSTS.has(labels.slice(start).join('.')));
};

/** Whole words that always mean a cracked copy. */
const BROKEN = /(?:^|[^a-z])(?:nulled|warez|keygens?)(?:$|[^a-z])/;
/** Glass, walls and soil have cracks too, so this counts only together with a word about software. */
const CRACK = /(?:^|[^a-z])crack(?:ed|s|z)?(?:$|[^a-z])/;
const PROGRAM =
  /(?:^|[^a-z])(?:serials?|serial-?(?:key|number)s?|softwares?|vsts?|vst3|activat(?:ed|ion|or)s?|licen[cs]e-?keys?|exe|apk|(?:cracked|crack|full)[^a-z]versions?)(?:$|[^a-z])/;
/** Typical endings in the names of cracked copies. */
const CRACKED_AT_END = /(?:^|[^a-z])(?:(?:full|pre|with|incl|including|plus)[^a-z]+crack(?:ed)?)[^a-z]*$/;
/** Matches within host names, where words are not separated. Some names, such as McCracken, must not match. */
const BROKEN_SITE =
  /(?<!an)nulled|warez|keygen|torrent(?:s|z|-?(?:download|galaxy|hub|search|free))|crack(?:ed|s)?-?(?:soft(?:ware)?|plugins?|apps?|vsts?|pc|downloads?|versions?|zone|hub)(?![a-z])|crackz(?![a-z])|(?:vst|plugin|soft|ware|app|pc|mac|full)s?-?crack(?:ed|s|z)?(?![a-z])/;

const isCrackedCopy = (part: string): boolean => CRACKED_AT_END.test(part) || (CRACK.test(part) && PROGRAM.test(part));

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Whether a link points to a file host, a torrent or a cracked copy, and so cannot be the page of an original. */
export function isRefusedLink(text: string): boolean {
  if (/^\s*(?:magnet|ed2k):/i.test(text)) return true;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const host = url.hostname.replace(/\.$/, '');
  if (isRefusedHost(host) || BROKEN_SITE.test(host)) return true;
  if (FILE_PLACES.some(([site, path]) => site.test(host) && path.test(url.pathname))) return true;
  const place = decoded(`${url.pathname}${url.search}${url.hash}`).toLowerCase();
  if (/\.torrent(?:$|[?#&/])/.test(place) || BROKEN.test(place)) return true;
  return place.split(/[/?#&=]/).some(isCrackedCopy);
}
