# shellcheck shell=bash
# What ./waybill and ./check share: finding a JDK and Maven, running Maven, one build at a time.
# Keeps to bash 3.2, which is what macOS has.

: "${root:?the checkout}" "${me:?the name that messages start with}"

java_min=25

# EX_CONFIG of sysexits.h: something outside the program must be set right first.
exit_config=78

say() {
  printf '%s: %s\n' "$me" "$*" >&2
}

give_up() {
  say "$2"
  exit "$1"
}

# The feature version a Java home states in its `release` file (25 for JAVA_VERSION="25.0.3"), or
# nothing. Reading the file takes no time; asking `java -version` would start a JVM per candidate.
java_feature() {
  local line
  [ -r "$1/release" ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      JAVA_VERSION=*)
        line=${line#JAVA_VERSION=}
        line=${line#\"}
        printf '%s' "${line%%[!0-9]*}"
        return 0
        ;;
    esac
  done <"$1/release"
}

# Java homes that may exist, one per line, the user's choice first. A pattern that matches nothing
# stays as it is and has no `release` file.
java_candidates() {
  local tool path
  printf '%s\n' "${JAVA_HOME:-}"
  for tool in javac java; do
    if path=$(command -v "$tool") && path=$(readlink -f "$path"); then
      printf '%s\n' "${path%/bin/*}"
    fi
  done
  printf '%s\n' /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
    {,"${HOME:-}"}/Library/Java/JavaVirtualMachines/*/Contents/Home \
    {/opt/homebrew,/usr/local}/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
}

# Prints the Java home to use, or nothing. $1 is the tool it must have: java to run, javac to build.
# 25 is what we test with, so it is taken before anything newer.
search_java() {
  local tool=$1 home feature newer=
  while IFS= read -r home; do
    feature=$(java_feature "$home")
    if [ -z "$feature" ] || [ "$feature" -lt "$java_min" ] || [ ! -x "$home/bin/$tool" ]; then
      continue
    elif [ "$feature" -eq "$java_min" ]; then
      printf '%s' "$home"
      return
    fi
    newer=${newer:-$home}
  done < <(java_candidates)
  printf '%s' "$newer"
}

# Sets `java_home`, or ends with a sentence that says what to do.
find_java() {
  local tool=$1 feature
  if [ -n "${WAYBILL_JAVA_HOME:-}" ]; then
    feature=$(java_feature "$WAYBILL_JAVA_HOME")
    if [ "${feature:-0}" -lt "$java_min" ] || [ ! -x "$WAYBILL_JAVA_HOME/bin/$tool" ]; then
      give_up "$exit_config" "WAYBILL_JAVA_HOME is $WAYBILL_JAVA_HOME, which is not a JDK\
 $java_min or newer with bin/$tool: point it at one, or unset it to have one looked for."
    fi
    java_home=$WAYBILL_JAVA_HOME
    return
  fi
  java_home=$(search_java "$tool")
  if [ -z "$java_home" ] && install_package "openjdk-$java_min-jdk-headless"; then
    java_home=$(search_java "$tool")
  fi
  if [ -z "$java_home" ]; then
    give_up "$exit_config" "no JDK $java_min or newer found: install one (package\
 openjdk-$java_min-jdk on Debian and Ubuntu, or Eclipse Temurin $java_min), or set\
 WAYBILL_JAVA_HOME to where it is."
  fi
}

# Sets `maven`, or ends with a sentence that says what to do.
find_maven() {
  if [ -n "${MAVEN_HOME:-}" ] && [ -x "$MAVEN_HOME/bin/mvn" ]; then
    maven=$MAVEN_HOME/bin/mvn
  elif ! maven=$(command -v mvn); then
    if ! install_package maven || ! maven=$(command -v mvn); then
      give_up "$exit_config" "Maven is needed to build and was not found: install it (package\
 maven on most systems), or put mvn on the PATH."
    fi
  fi
}

# Only where nobody has to be asked: as root, on a system with apt-get.
install_package() {
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    return 1
  fi
  say "installing the package $1 …"
  export DEBIAN_FRONTEND=noninteractive
  {
    # A fresh container has no package lists; a used one need not fetch them again.
    apt-get install -y -qq --no-install-recommends "$1" ||
      { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$1"; }
  } </dev/null >/dev/null 2>&1 || {
    say "could not install $1"
    return 1
  }
}

# Becomes Maven, on the whole project whatever the user's working directory: call it by run_child,
# which makes the process it turns into.
run_maven() {
  local repository=()
  # An account without a home (nobody, a container's made-up user) has nowhere to keep ~/.m2.
  case "${MAVEN_OPTS:-} ${MAVEN_ARGS:-} $*" in
    *maven.repo.local=*) ;;
    *) has_writable_home || repository=("-Dmaven.repo.local=$root/target/m2") ;;
  esac
  cd "$root" || exit
  # Classes of templates that were moved or removed would stay and no longer compile.
  rm -rf server/target/generated-sources
  export JAVA_HOME=$java_home
  # Ours come first, so that the user's win. Maven's own libraries use sun.misc.Unsafe, which the
  # JDK would complain about on every run.
  export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED\
 -Djansi.noreset=true\
 ${MAVEN_OPTS:-}"
  exec "$maven" -B -ntp -Dstyle.color=never ${repository[@]+"${repository[@]}"} "$@"
}

# Java takes the home folder from the user database where there is one, not from HOME.
has_writable_home() {
  local home
  if command -v getent >/dev/null && home=$(getent passwd "$(id -u)"); then
    home=$(printf '%s' "$home" | cut -d: -f6)
  else
    home=${HOME:-}
  fi
  if [ -d "$home/.m2/repository" ]; then
    [ -w "$home/.m2/repository" ]
  elif [ -d "$home/.m2" ]; then
    [ -w "$home/.m2" ]
  else
    [ -n "$home" ] && [ -w "$home" ]
  fi
}

# Runs a command to its end and takes it along when this script is told to stop: bash alone would
# wait for it (Ctrl-C) or die without it (SIGTERM).
run_child() {
  local status=0
  "$@" </dev/null &
  child=$!
  trap 'stop_child 129' HUP
  trap 'stop_child 130' INT
  trap 'stop_child 143' TERM
  wait "$child" || status=$?
  trap - HUP INT TERM
  return "$status"
}

stop_child() {
  kill "$child" 2>/dev/null || true
  wait "$child" 2>/dev/null || true
  exit "$1"
}

# One build at a time per checkout. The kernel lets go of an flock when its holder dies. Where there
# is no flock (macOS), the lock is a symbolic link whose target is its holder's process id: it is
# made in one step, and a dead holder can be told.
lock_build() {
  local lock=$root/target/build.lock
  if ! mkdir -p "$root/target" 2>/dev/null || [ ! -w "$root/target" ]; then
    give_up 1 "must build, and may not write to $root/target: run it as the owner of the checkout."
  fi
  if command -v flock >/dev/null; then
    exec 9>"$lock"
    if ! flock -n 9; then
      say "waiting for another build …"
      flock 9
    fi
    return
  fi
  until ln -s "$$" "$lock.link" 2>/dev/null; do
    ps -p "$(readlink "$lock.link")" >/dev/null 2>&1 || rm -f "$lock.link"
    sleep 1
  done
  trap unlock_build EXIT
}

unlock_build() {
  exec 9>&-
  if ! command -v flock >/dev/null; then
    rm -f "$root/target/build.lock.link"
    trap - EXIT
  fi
}
