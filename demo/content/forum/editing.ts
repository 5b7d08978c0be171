/** Threads of the demo about editing. */
import { post, type ThreadEntry } from './entry.ts';

export const editingThreads: readonly ThreadEntry[] = [
  {
    title: 'Proxies on an old laptop: which codec, which size?',
    daysAgo: 21,
    views: 1655,
    tags: ['proxies', 'ffmpeg'],
    posts: [
      post(
        'proxyghost',
        0,
        14,
        '4K H.265 ten bit, 2017 laptop, deadline. I want proxies that scrub like butter and I have 400 GB free for six hours of rushes.',
      ),
      post(
        'cutaway',
        2,
        29,
        `DNxHR LB at 1280 wide. Six hours come to about 120 GB. One line does a folder:

~~~bash
for f in *.MP4; do
  ffmpeg -i "$f" -vf scale=1280:-2 -c:v dnxhd -profile:v dnxhr_lb \\
    -pix_fmt yuv422p -c:a pcm_s16le "proxy/\${f%.*}.mov"
done
~~~

Keep the name and the timecode, or relinking will be a weekend.`,
      ),
      post('proxyghost', 3, 5, 'That is running now. Does it take the timecode along by itself?'),
      post(
        'cutaway',
        1,
        12,
        'Not always. Add `-map_metadata 0` and check one file before you leave it for the night:\n\n~~~bash\nffprobe -v error -show_entries stream_tags=timecode proxy/A001.mov\n~~~',
      ),
      post(
        'reelsteady',
        12,
        6,
        'ProRes Proxy at half size if everybody is on a Mac. Smaller, and the fans stay quiet.',
      ),
      post('jumpcut-jo', 6, 4, 'Burn a small "PROXY" into the corner. I once delivered one. Never again.'),
      post('proxyghost', 40, 9, 'Butter. Cut locked two days early. @cutaway I owe you a coffee.'),
    ],
  },
  {
    title: 'How long do you hold after a line of dialogue?',
    daysAgo: 27,
    views: 930,
    tags: ['dialogue', 'rhythm'],
    posts: [
      post(
        'hushroom',
        0,
        18,
        'My director says I cut away too early, every time. I leave four to six frames after the last word. What do you do?',
      ),
      post(
        'slowpan',
        4,
        22,
        'I leave until the *listener* has understood it. Sometimes that is two frames, sometimes it is four seconds and a door.',
      ),
      post(
        'antenna-bay',
        7,
        8,
        'Watch it without sound. If you still know who had the last word, you have held long enough.',
      ),
      post('hushroom', 15, 6, 'Without sound was an education. I had been cutting on breath, always the same breath.'),
      post(
        'saltbox',
        28,
        10,
        'Fourteen years of documentaries: the best answer is always in the pause after the answer.',
      ),
      post('tinfoil-owl', 9, 3, 'And leave room tone under it. A hold with dead air reads as a mistake.'),
    ],
  },
  {
    title: 'Multicam sync drifts by three frames an hour',
    daysAgo: 40,
    views: 1122,
    tags: ['multicam', 'sync'],
    isLocked: true,
    posts: [
      post(
        'boomshadow',
        0,
        7,
        'Two cameras and a recorder, all at "25". After an hour the recorder is three frames late. Which one do I believe?',
      ),
      post(
        'fieldrecord',
        2,
        15,
        'None. Each has its own clock. Three frames an hour is 33 ppm, an ordinary crystal on a cold day.',
      ),
      post(
        'ninepoint',
        5,
        11,
        'Cut the audio at pauses every ten minutes and slip each piece. Nobody hears a slip in silence. Stretching 60 minutes by 0.003% works as well, if your editor does it without touching the pitch.',
      ),
      post('boomshadow', 18, 4, 'Slipped it in six pieces. Done in ten minutes, thank you both.'),
      post('boomshadow', 30, 2, 'And for the next shoot we bought a sync box.'),
      post('admin-demo', 20, 3, 'Solved, so I am closing this one. Begin a new thread if yours drifts in another way.'),
    ],
  },
];
