// What was typed, once there was a pause in it: not every letter is asked for.
import { useEffect, useState } from "react";

const pauseMilliseconds = 150;

export function usePause(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
